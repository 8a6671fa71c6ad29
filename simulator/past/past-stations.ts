/**
 * Stations with a past of issues and hours: 60 of the verification stations, from every continent and of every regime of
 * weather. About half of them are in the United States, where reports have amounts.
 */

import { VERIFICATION_STATIONS, type VerificationStation } from '../../src/model/verification-stations.js';

const IDS = new Set(
  [
    ['KFLG KCOS KEKO', 'mountains'],
    ['KPHX KABQ KLAS', 'deserts'],
    ['KSEA KSFO KACV KSAN', 'Pacific coast'],
    ['KINL KBIS KMSP KCAR KGGW', 'cold winters'],
    ['KOMA KDDC KDFW', 'plains'],
    ['KATL KJFK KORD KIAD', 'east'],
    ['KMSY KTPA KIAH', 'Gulf'],
    ['KEYW PHNL PANC', 'tropics and Alaska'],
    ['CYVR CYWG CYYT MMMX TJSJ', 'rest of North America'],
    ['EDDF EHAM LSZH LOWI EGLL LEMD LIRF EPWA ENTC EFRO ESSA LROP BIKF', 'Europe'],
    ['SLLP SBEG SAEZ SCEL', 'South America'],
    ['HECA DNMM HAAB FAOR', 'Africa'],
    ['OERK VIDP WSSS RJTT', 'Asia'],
    ['YSSY NZAA', 'Oceania'],
  ].flatMap(([ids]) => ids!.split(' ')),
);

/** In the order of their ids. */
export const PAST_STATIONS: readonly VerificationStation[] = VERIFICATION_STATIONS.filter(({ id }) => IDS.has(id)).sort(
  (a, b) => (a.id < b.id ? -1 : 1),
);
