/** Alerts at a point as the records of an answer. */

import type { AnsweredAlert } from '../../model/alert-answer.js';
import { formatInstant } from '../../model/time.js';
import type { AlertMatch } from '../../query/alerts/alert-match.js';

/** Without its geometry. */
export function alertRow({ id, message, info, areas }: AlertMatch): AnsweredAlert {
  return {
    id,
    status: message.status,
    message_type: message.messageType,
    sent_at: formatInstant(message.sent),
    effective_at: instant(info.effective),
    onset_at: instant(info.onset),
    expires_at: instant(info.expires),
    ends_at: instant(info.ends),
    event: info.event,
    headline: info.headline,
    description: info.description,
    instruction: info.instruction,
    categories: info.categories,
    response_types: info.responseTypes,
    references: message.references.map(({ identifier }) => identifier),
    urgency: info.urgency,
    severity: info.severity,
    certainty: info.certainty,
    language: info.language,
    issuer: { name: info.senderName },
    affected_areas: areas.map(({ area }) => ({ description: area.description })),
  };
}

function instant(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : formatInstant(epochSeconds);
}
