/** Every command. One is loaded when it is named, because loading all of them takes 0.6 s. */

import { Command } from 'commander';

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve/serve.js')).serveCommand(),
  ingest: async () => (await import('./ingest/ingest.js')).ingestCommand(),
  archive: async () => (await import('./archive/archive.js')).archiveCommand(),
  past: async () => (await import('./archive/past.js')).pastCommand(),
  keys: async () => (await import('./keys.js')).keysCommand(),
  query: async () => (await import('./query/query.js')).queryCommand(),
  inspect: async () => {
    const children = await Promise.all([
      import('./inspect/inspect-grib.js').then(({ grib }) => grib()),
      import('./inspect/inspect-nexrad.js').then(({ nexrad }) => nexrad()),
      import('./inspect/inspect-fires.js').then(({ fires }) => fires()),
      import('./inspect/inspect-point.js').then(({ point }) => point()),
      import('./inspect/inspect-alert.js').then(({ alert }) => alert()),
      import('./inspect/inspect-station.js').then(({ station }) => station()),
      import('./inspect/inspect-nowcast-archive.js').then(({ nowcastArchive }) => nowcastArchive()),
      import('./inspect/inspect-forecast-archive.js').then(({ forecastArchive }) => forecastArchive()),
      import('./inspect/inspect-daily-analysis.js').then(({ dailyAnalysis }) => dailyAnalysis()),
      import('./inspect/inspect-accuracy.js').then(({ accuracy }) => accuracy()),
    ]);
    const inspect = new Command('inspect').description('Look into files and stores');
    for (const child of children) inspect.addCommand(child);
    return inspect;
  },
  verify: async () => (await import('./verify/verify.js')).verifyCommand(),
  doctor: async () => (await import('./doctor/doctor.js')).doctorCommand(),
};
