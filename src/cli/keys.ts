/** `weatherglass keys create|list|revoke`: API keys of a data directory, whether a server runs on it or not. */

import { Command } from 'commander';
import { RecordsError } from '../base/errors.js';
import type { TextSink } from '../base/progress.js';
import { parseKey } from '../http/access/api-keys.js';
import {
  ENDPOINTS,
  isPlanId,
  isScope,
  PLAN_IDS,
  PLANS,
  plansWith,
  SCOPES,
  type Scope,
  usableScopes,
} from '../model/access.js';
import type { ApiKeyRecord } from '../model/records.js';
import { formatInstant } from '../model/time.js';
import { configOf, type DataOption, logOf, withDataOption } from './options.js';
import { openRecordsAccess, type RecordsAccess } from './records-access.js';
import { tableLines } from './text-table.js';

interface KeysOptions extends DataOption {
  readonly json?: boolean;
}

interface CreateOptions extends KeysOptions {
  readonly plan: string;
  readonly scope?: readonly string[];
  readonly name: string;
}

/** How a command gets at the records; tests bring their own. */
export type OpenAccess = (options: DataOption) => Promise<RecordsAccess>;

export function keysCommand(open: OpenAccess = openConfigured, sink: TextSink = process.stdout): Command {
  return new Command('keys')
    .description('Make, list and revoke API keys')
    .addCommand(createCommand(open, sink))
    .addCommand(listCommand(open, sink))
    .addCommand(revokeCommand(open, sink));
}

function createCommand(open: OpenAccess, sink: TextSink): Command {
  return withDataOption(new Command('create'))
    .description('Make an API key and print it, this once')
    .option('--plan <plan>', PLAN_IDS.join(', '), 'free')
    .option(
      '--scope <scopes>',
      `scopes, separated by commas, of ${usableScopes(SCOPES).join(', ')}; default: all of the plan`,
      splitList,
    )
    .option('--name <text>', 'whose key it is, or what for', '')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `\n${planLines().join('\n')}\n` +
        '\nExamples:\n  weatherglass keys create --plan pro --name "mobile back end"' +
        '\n  weatherglass keys create --plan free --scope forecast:read,alerts:read --json',
    )
    .action(async (options: CreateOptions) => {
      const { name, plan, scope = null } = options;
      const { key, record } = await using(open, options, (access) => access.issueKey({ name, plan, scopes: scope }));
      if (options.json) return printJson(sink, { key, ...shown(record) });
      sink.write(`${key}\n`);
      sink.write(`${extentLines(record).join('\n')}\nKeep it now: it cannot be shown again.\n`);
    });
}

/** "/v1/forecast (forecast:read), /v1/alerts (alerts:read)" */
function endpointsOf(scopes: readonly Scope[]): string {
  return scopes.map((scope) => `${ENDPOINTS[scope].join(', ')} (${scope})`).join(', ');
}

/** Endpoints of each plan, for the help. */
function planLines(): string[] {
  return tableLines(
    [{}, { gap: 1 }, { gap: 1 }],
    PLAN_IDS.map((plan) => ['Plan', plan, `${endpointsOf(usableScopes(PLANS[plan].scopes))}, map tiles`]),
  );
}

/** Endpoints that the key opens, and those that its plan lacks. */
function extentLines({ plan, scopes }: ApiKeyRecord): string[] {
  if (!isPlanId(plan)) return [];
  const ofPlan = usableScopes(PLANS[plan].scopes);
  const given = usableScopes(scopes.filter(isScope));
  const limit = given.length < ofPlan.length ? ', limited to' : '';
  const lacking = usableScopes(SCOPES).filter((scope) => !ofPlan.includes(scope));
  const lines = [`Plan ${plan}${limit}: ${endpointsOf(given)}, map tiles`];
  if (lacking.length > 0)
    lines.push(`Not in plan ${plan}: ${endpointsOf(lacking)}; ${plansWith(lacking[0]!)} have them`);
  return lines;
}

function listCommand(open: OpenAccess, sink: TextSink): Command {
  return withDataOption(new Command('list'))
    .description('List the keys, without their secrets')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  weatherglass keys list --json')
    .action(async (options: KeysOptions) => {
      const keys = await using(open, options, (access) => access.keys.list());
      if (options.json) return printJson(sink, keys.map(shown));
      sink.write(keys.length === 0 ? 'No keys; make one with: weatherglass keys create\n' : tableOf(keys));
    });
}

function revokeCommand(open: OpenAccess, sink: TextSink): Command {
  return withDataOption(new Command('revoke'))
    .description('Revoke a key; a running server refuses it at once')
    .argument('<id>', 'the middle part of wg_<id>_<secret>, as keys list shows it, or the whole key')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  weatherglass keys revoke 7q2m0xkd4tza')
    .action(async (idOrKey: string, options: KeysOptions) => {
      const id = parseKey(idOrKey)?.id ?? idOrKey;
      const revoked = await using(open, options, (access) => access.revokeKey(id));
      if (!revoked) throw new RecordsError(`no valid key has the id "${id}"; see: weatherglass keys list`);
      if (options.json) return printJson(sink, { id, revoked });
      sink.write(`Key ${id} is revoked.\n`);
    });
}

async function openConfigured(options: DataOption): Promise<RecordsAccess> {
  const config = configOf(options);
  return openRecordsAccess(config, logOf(config));
}

async function using<T>(
  open: OpenAccess,
  options: DataOption,
  work: (access: RecordsAccess) => Promise<T>,
): Promise<T> {
  const access = await open(options);
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

function splitList(text: string, before: readonly string[] = []): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...before, ...names.filter((name) => name !== '')];
}

/** Public facts of a key: everything but the hash, and the scopes that have an endpoint. */
function shown({ id, name, plan, scopes, createdAt, revokedAt }: ApiKeyRecord) {
  return {
    id,
    name,
    plan,
    scopes: usableScopes(scopes.filter(isScope)),
    created_at: formatInstant(createdAt),
    revoked_at: revokedAt === null ? null : formatInstant(revokedAt),
  };
}

function tableOf(keys: readonly ApiKeyRecord[]): string {
  const rows = keys.map(shown).map(({ id, name, plan, scopes, created_at, revoked_at }) => {
    const state = revoked_at === null ? 'valid' : 'revoked';
    const whole = isPlanId(plan) && scopes.length === usableScopes(PLANS[plan].scopes).length;
    const extent = whole ? 'all of the plan' : scopes.join(',');
    return [id, plan, state, created_at, name || '-', extent];
  });
  const columns = ['ID', 'PLAN', 'STATE', 'CREATED', 'NAME', 'SCOPES'].map((heading) => ({ heading }));
  return `${tableLines(columns, rows).join('\n')}\n`;
}

function printJson(sink: TextSink, value: unknown): void {
  sink.write(`${JSON.stringify(value)}\n`);
}
