/** The hand-checked set: see alert-messages.ts for how it was made. */

import { type MessageFacts, seconds } from './alert-messages.js';

const PUBLIC = { status: 'actual', scope: 'public' } as const;
const FROM_DWD = { effective: seconds('2015-07-22T07:20:00Z'), senderName: 'Deutscher Wetterdienst', ends: null };
const DWD_LANGUAGES = ['de-DE', 'en', 'fr', 'es', 'ar', 'ru', 'tr', 'pl'];

/** By the name of the file. */
export const CAP_FACTS: Readonly<Record<string, MessageFacts>> = {
  'Oasis_AmberAlert.xml': {
    message: {
      ...PUBLIC,
      identifier: 'KAR0-0306112239-SW',
      sender: 'KARO@CLETS.DOJ.CA.GOV',
      sent: seconds('2003-06-12T05:39:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['en-US', 'es-US'],
    someInfos: {
      1: {
        info: {
          event: 'Abducción de Niño',
          categories: ['rescue'],
          responseTypes: [],
          urgency: 'immediate',
          severity: 'severe',
          certainty: 'likely',
          effective: null,
          onset: null,
          expires: null,
          ends: null,
          senderName: 'Departamento de Policía de Los Ángeles - LAPD',
          headline: 'Alerta Amber en el condado de Los Ángeles',
        },
        description: 'DATE/TIME: 06/11/03, 1915 HORAS. VÍCTIMAS: KHAYRI DOE JR.',
        instruction: null,
        areas: 1,
        someAreas: [{ index: 0, description: 'condado de Los Ángeles', geocodes: ['same 006037'], polygons: [] }],
      },
    },
  },
  'Oasis_EarthquakeReport.xml': {
    message: {
      ...PUBLIC,
      identifier: 'TRI13970876.2',
      sender: 'trinet@caltech.edu',
      sent: seconds('2003-06-12T03:56:00Z'),
      messageType: 'update',
      references: [
        { sender: 'trinet@caltech.edu', identifier: 'TRI13970876.1', sent: seconds('2003-06-12T03:30:00Z') },
      ],
    },
    languages: ['en-US'],
    someInfos: {
      0: {
        info: {
          event: 'Earthquake',
          categories: ['geo'],
          urgency: 'past',
          severity: 'minor',
          certainty: 'observed',
          expires: null,
          headline: 'EQ 3.4 Imperial County CA',
        },
        description: 'A minor earthquake measuring 3.4 on the Richter scale',
        instruction: null,
        areas: 1,
        someAreas: [
          {
            index: 0,
            description:
              '1 mi. WSW of Brawley, CA; 11 mi. N of El Centro, CA; 30 mi. E of OCOTILLO (quarry); 1 mi. N of the Imperial Fault',
            geocodes: [],
            polygons: [],
          },
        ],
      },
    },
  },
  'Oasis_HomelandAlert.xml': {
    message: {
      ...PUBLIC,
      identifier: '43b080713727',
      sender: 'hsas@dhs.gov',
      sent: seconds('2003-04-02T19:39:01Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['en-US'],
    someInfos: {
      0: {
        info: {
          event: 'Homeland Security Advisory System Update',
          categories: ['security'],
          urgency: 'immediate',
          severity: 'severe',
          certainty: 'likely',
          senderName: 'U.S. Government, Department of Homeland Security',
          headline: 'Homeland Security Sets Code ORANGE',
        },
        description: 'The Department of Homeland Security has elevated',
        instruction: 'A High Condition is declared when there is a high risk',
        areas: 1,
        someAreas: [{ index: 0, description: 'U.S. nationwide and interests worldwide', geocodes: [], polygons: [] }],
      },
    },
  },
  'Oasis_ThunderstormWarning.xml': {
    message: {
      ...PUBLIC,
      identifier: 'KSTO1055887203',
      sender: 'KSTO@NWS.NOAA.GOV',
      sent: seconds('2003-06-17T21:57:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['en-US'],
    someInfos: {
      0: {
        info: {
          event: 'SEVERE THUNDERSTORM',
          categories: ['met'],
          responseTypes: ['shelter'],
          urgency: 'immediate',
          severity: 'severe',
          certainty: 'observed',
          expires: seconds('2003-06-17T23:00:00Z'),
        },
        description: 'AT 254 PM PDT...NATIONAL WEATHER SERVICE DOPPLER RADAR',
        instruction: 'TAKE COVER IN A SUBSTANTIAL SHELTER UNTIL THE STORM PASSES.',
        areas: 1,
        someAreas: [
          {
            index: 0,
            description:
              'EXTREME NORTH CENTRAL TUOLUMNE COUNTY IN CALIFORNIA, EXTREME NORTHEASTERN CALAVERAS COUNTY IN CALIFORNIA, SOUTHWESTERN ALPINE COUNTY IN CALIFORNIA',
            geocodes: ['same 006109', 'same 006009', 'same 006003'],
            polygons: [
              [
                {
                  starts: [-120.14, 38.47, -119.95, 38.34, -119.74, 38.52, -119.89, 38.62, -120.14, 38.47],
                  pairs: 5,
                },
              ],
            ],
          },
        ],
      },
    },
  },
  'PelmorexNAADS_WindWarning.xml': {
    message: {
      ...PUBLIC,
      identifier: 'urn:oid:2.49.0.1.124.3936999913.2019',
      sender: 'cap-pac@canada.ca',
      sent: seconds('2019-01-09T02:17:03Z'),
      messageType: 'update',
      references: [
        {
          sender: 'cap-pac@canada.ca',
          identifier: 'urn:oid:2.49.0.1.124.0642871265.2019',
          sent: seconds('2019-01-08T19:55:40Z'),
        },
        {
          sender: 'cap-pac@canada.ca',
          identifier: 'urn:oid:2.49.0.1.124.2407362607.2019',
          sent: seconds('2019-01-08T19:56:40Z'),
        },
        {
          sender: 'cap-pac@canada.ca',
          identifier: 'urn:oid:2.49.0.1.124.2177735585.2019',
          sent: seconds('2019-01-09T02:16:03Z'),
        },
      ],
    },
    languages: ['fr-CA', 'en-CA'],
    someInfos: {
      0: {
        info: { event: 'vent', senderName: 'Environnement Canada', headline: 'avertissement de vent en vigueur' },
        description: 'Des vents forts pouvant causer des dommages soufflent',
        instruction: null,
        areas: 1,
        someAreas: [],
      },
      1: {
        info: {
          event: 'wind',
          categories: ['met'],
          responseTypes: ['monitor'],
          urgency: 'future',
          severity: 'moderate',
          certainty: 'likely',
          effective: seconds('2019-01-09T02:16:03Z'),
          onset: null,
          expires: seconds('2019-01-09T18:16:03Z'),
          ends: null,
          senderName: 'Environment Canada',
          headline: 'wind warning in effect',
        },
        description: 'Strong winds that may cause damage are expected or occurring.\n\nA low pressure system',
        instruction: null,
        areas: 1,
        someAreas: [
          {
            index: 0,
            description: 'Îles-de-la-Madeleine',
            geocodes: ['clc 036800'],
            polygons: [[{ starts: [-61.7255, 47.1947, -62.1106, 47.1824, -62.0336, 47.4783], pairs: 7 }]],
          },
        ],
      },
    },
  },
  '0bd6_Z_CAP_C_EDZW_20170223134450_PVW_4.xml': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.1.276.DWD.PVW.1487857490473.4',
      sender: 'CAP@dwd.de',
      sent: seconds('2017-02-23T13:45:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['de-DE'],
    someInfos: {
      0: {
        info: {
          event: 'WINDBÖEN',
          categories: ['met'],
          responseTypes: ['none'],
          urgency: 'immediate',
          severity: 'minor',
          certainty: 'observed',
          effective: seconds('2017-02-23T13:45:00Z'),
          onset: seconds('2017-02-23T16:00:00Z'),
          expires: seconds('2017-02-24T11:00:00Z'),
          senderName: 'DWD / Nationales Warnzentrum Offenbach',
          headline: 'Amtliche WARNUNG vor WINDBÖEN',
        },
        description: 'Es treten Windböen mit Geschwindigkeiten zwischen 50 km/h',
        instruction: null,
        areas: 20,
        someAreas: [
          {
            index: 0,
            description: 'Kreis Mecklenburgische Seenplatte - Nord',
            geocodes: ['warncellid 913071001'],
            polygons: [],
          },
          { index: 19, description: 'Müritz', geocodes: ['warncellid 213010000'], polygons: [] },
        ],
      },
    },
  },
  '6b2a_Z_CAP_C_EDZW_20150722094400_PVW_161.xml': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.1.276.DWD.PVW.1437558240606.161',
      sender: 'CAP@dwd.de',
      sent: seconds('2015-07-22T09:24:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['de-DE'],
    someInfos: {
      0: {
        info: {
          event: 'HITZE',
          categories: ['health'],
          effective: seconds('2015-07-21T07:18:00Z'),
          onset: seconds('2015-07-21T09:00:00Z'),
          expires: seconds('2015-07-22T17:00:00Z'),
          senderName: 'Zentrum für Medizin-Meteorologische Forschung',
        },
        description: 'Am Dienstag wird eine starke Wärmebelastung bis zu einer Höhe von 200m',
        instruction: null,
        areas: 1,
        someAreas: [
          {
            index: 0,
            description: 'Kreis Ahrweiler',
            geocodes: ['warncellid 107131000'],
            polygons: [
              [
                {
                  starts: [7.211850969137417, 50.62496543990866, 7.213662909982436, 50.61047138989517],
                  pairs: 138, // of 139 the last is written twice
                },
              ],
            ],
          },
        ],
      },
    },
  },
  '4b1f_2.49.0.20.0.AT.151005121527.91.cap': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.1.276.DWD.PVW.1437558240606.4',
      sender: 'CAP@dwd.de',
      sent: seconds('2015-07-22T09:24:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: ['de-DE'],
    someInfos: {
      0: {
        info: {
          ...FROM_DWD,
          event: 'VORABINFORMATION SCHWERES GEWITTER',
          responseTypes: ['prepare'],
          urgency: 'future',
          severity: 'severe',
          onset: seconds('2015-07-22T13:00:00Z'),
          expires: seconds('2015-07-23T01:00:00Z'),
          senderName: 'DWD / Nationales Warnzentrum Offenbach',
        },
        description: 'Ab dem Nachmittag und frühen Abend',
        instruction: 'Dies ist ein erster Hinweis auf erwartete Unwetter.',
        areas: 14,
        someAreas: [
          {
            index: 3,
            description: 'Stadt Frankfurt (Oder)',
            geocodes: ['warncellid 112053000'],
            polygons: [
              [{ starts: [14.533853484256891, 52.394808550271286, 14.54731604941629, 52.37934089442074], pairs: 38 }],
            ],
          },
          {
            index: 13,
            description: 'Kreis Oberspreewald-Lausitz',
            geocodes: ['warncellid 112066000'],
            polygons: [
              [{ starts: [14.088675621569617, 51.87702940004095, 14.08044216993074, 51.87003708685973], pairs: 160 }],
            ],
          },
        ],
      },
    },
  },
  '2.49.0.0.276.0.DWD.PVW.1687470000000.fe90b61b-3755-4efb-8eda-b161251da9f7.MUL.xml': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.0.276.0.DWD.PVW.1687470000000.fe90b61b-3755-4efb-8eda-b161251da9f7.MUL',
      sender: 'opendata@dwd.de',
      sent: seconds('2023-06-22T21:40:00Z'),
      messageType: 'alert',
      references: [],
    },
    languages: DWD_LANGUAGES,
    someInfos: {
      1: {
        info: {
          ...FROM_DWD,
          event: 'wind gusts',
          severity: 'minor',
          certainty: 'likely',
          effective: seconds('2023-06-22T21:40:00Z'),
          onset: seconds('2023-06-23T06:00:00Z'),
          expires: seconds('2023-06-23T14:00:00Z'),
          headline: 'Official WARNING of WIND GUSTS',
        },
        description: 'There is a risk of wind gusts (level 1 of 4).',
        instruction: null,
        areas: 169,
        someAreas: [
          {
            index: 0,
            description: 'polygonal event area',
            geocodes: [],
            polygons: [[{ starts: [9.434182, 52.363952, 9.470435, 52.381627], pairs: 399 }]],
          },
          { index: 168, description: 'Gemeinde Sibbesse', geocodes: ['warncellid 803254045'], polygons: [] },
        ],
      },
    },
  },
  '2.49.0.0.276.0.DWD.PVW.1687511640000.0d1a4fb5-251a-46fc-aae3-a688d2021e71.MUL.xml': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.0.276.0.DWD.PVW.1687511640000.0d1a4fb5-251a-46fc-aae3-a688d2021e71.MUL',
      sender: 'opendata@dwd.de',
      sent: seconds('2023-06-23T09:14:00Z'),
      messageType: 'update',
      references: [
        {
          sender: 'opendata@dwd.de',
          identifier: '2.49.0.0.276.0.DWD.PVW.1687503060000.fc4f7fd9-80e7-4d71-969a-254be3e27e83.MUL',
          sent: seconds('2023-06-23T06:51:00Z'),
        },
      ],
    },
    languages: DWD_LANGUAGES,
    someInfos: {
      0: {
        info: { event: 'STARKREGEN', severity: 'moderate', expires: seconds('2023-06-23T13:00:00Z') },
        description: 'Es tritt Starkregen auf. Dabei werden Niederschlagsmengen zwischen 20 l/m² und 30 l/m²',
        instruction: 'ACHTUNG! Hinweis auf mögliche Gefahren:',
        areas: 4,
        someAreas: [
          {
            index: 0,
            description: 'polygonal event area',
            geocodes: [],
            polygons: [[{ starts: [12.172358, 52.625569, 12.203583, 52.618826], pairs: 71 }]],
          },
          { index: 1, description: 'Stadt Havelsee', geocodes: ['warncellid 812069270'], polygons: [] },
          { index: 3, description: 'Gemeinde Beetzsee', geocodes: ['warncellid 812069018'], polygons: [] },
        ],
      },
    },
  },
  '2.49.0.0.276.0.DWD.PVW.1687514160000.20999218-5d5e-4761-b271-6c243f695568.MUL.xml': {
    message: {
      ...PUBLIC,
      identifier: '2.49.0.0.276.0.DWD.PVW.1687514160000.20999218-5d5e-4761-b271-6c243f695568.MUL',
      sender: 'opendata@dwd.de',
      sent: seconds('2023-06-23T09:56:00Z'),
      messageType: 'update',
      references: [
        {
          sender: 'opendata@dwd.de',
          identifier: '2.49.0.0.276.0.DWD.PVW.1687483260000.e335908e-7419-4d5f-8376-422c14b4f25c.MUL',
          sent: seconds('2023-06-23T01:21:00Z'),
        },
      ],
    },
    languages: DWD_LANGUAGES,
    someInfos: {
      1: {
        info: {
          ...FROM_DWD,
          event: 'heavy rain',
          responseTypes: ['prepare'],
          urgency: 'immediate',
          severity: 'moderate',
          certainty: 'likely',
          effective: seconds('2023-06-23T09:56:00Z'),
          onset: seconds('2023-06-23T09:56:00Z'),
          expires: seconds('2023-06-23T12:00:00Z'),
          headline: 'Official WARNING of HEAVY RAIN',
        },
        description: 'There is a risk of heavy rain (Level 2 of 4).',
        instruction: 'NOTE: Be aware of the following possible dangers:',
        areas: 49,
        someAreas: [
          {
            index: 0,
            description: 'polygonal event area',
            geocodes: [],
            polygons: [[{ starts: [10.579522, 51.616003, 10.603612, 51.590893], pairs: 5 }]],
          },
          {
            index: 3, // with two EXCLUDE_POLYGONs
            description: 'polygonal event area',
            geocodes: [],
            polygons: [
              [
                { starts: [9.378853, 51.73808, 9.383857, 51.757864], pairs: 234 },
                { starts: [10.431479, 51.707169, 10.396437, 51.68749, 10.397801, 51.680416], pairs: 6 },
                { starts: [9.761333, 51.469209, 9.791108, 51.440937], pairs: 13 },
              ],
            ],
          },
        ],
      },
    },
  },
};

const NWS = { ...PUBLIC, sender: 'w-nws.webmaster@noaa.gov' } as const;
const OID = 'urn:oid:2.49.0.1.840.0';

/** By file and index of the feature. Templates resolved by hand for 2025-12-15T21:55:00Z, when the file was saved. */
export const NWS_FACTS: Readonly<Record<string, Readonly<Record<number, MessageFacts>>>> = {
  'pynws_alerts_active_zone.json': {
    0: {
      message: {
        ...NWS,
        identifier: 'NWS-IDP-PROD-3965873-3369046',
        sent: seconds('2019-12-20T21:34:00Z'),
        messageType: 'update',
        references: [
          ['NWS-IDP-PROD-3964821-3368352', '2019-12-19T20:52:00Z'],
          ['NWS-IDP-PROD-3965324-3368680', '2019-12-20T09:47:00Z'],
          ['NWS-IDP-PROD-3965155-3368578', '2019-12-20T05:23:00Z'],
          ['NWS-IDP-PROD-3963421-3367361', '2019-12-18T20:29:00Z'],
        ].map(([identifier, sent]) => ({ sender: NWS.sender, identifier: identifier!, sent: seconds(sent!) })),
      },
      languages: ['en-US'],
      someInfos: {
        0: {
          info: {
            event: 'Flood Watch',
            categories: ['met'],
            responseTypes: ['prepare'],
            urgency: 'future',
            severity: 'severe',
            certainty: 'possible',
            effective: seconds('2019-12-20T21:34:00Z'),
            onset: seconds('2019-12-20T21:34:00Z'),
            expires: seconds('2019-12-21T13:30:00Z'),
            ends: seconds('2019-12-22T18:00:00Z'),
            senderName: 'NWS Portland OR',
          },
          description: 'The Flood Watch continues for\n\n* Portions of Northwest Oregon',
          instruction: 'A Flood Watch means there is a potential for flooding',
          areas: 11 + 1, // the counties of all at the end
          someAreas: [
            { index: 0, description: 'North Oregon Coast', geocodes: ['ugc ORZ001'], polygons: [] },
            {
              index: 3,
              description: 'Lower Columbia and I - 5 Corridor in Cowlitz County',
              geocodes: ['ugc WAZ022'],
              polygons: [],
            },
            { index: 10, description: 'South Washington Cascade Foothills', geocodes: ['ugc WAZ040'], polygons: [] },
          ],
        },
      },
    },
  },
  'northwest_alerts_alerts_active.json': {
    0: {
      message: {
        ...NWS,
        identifier: `${OID}.ec697a7e3e7d106516aa91b3e6496b24aaec70fb.001.1`,
        sent: seconds('2025-12-15T21:53:00Z'),
        messageType: 'update',
        references: [
          ['63a42e39f3aa3d224af13646ee40a935639cefa6.001.1', '2025-12-15T19:51:00Z'],
          ['d078df0fdbc73df3011748fcd9b3c81e69b7c7a2.001.1', '2025-12-15T20:11:00Z'],
        ].map(([end, sent]) => ({ sender: NWS.sender, identifier: `${OID}.${end}`, sent: seconds(sent!) })),
      },
      languages: ['en-US'],
      someInfos: {
        0: {
          info: {
            event: 'Flash Flood Warning',
            responseTypes: ['avoid'],
            urgency: 'immediate',
            severity: 'severe',
            certainty: 'likely',
            expires: seconds('2025-12-16T05:00:00Z'), // VTEC: 251216T0500Z
            ends: seconds('2025-12-16T05:00:00Z'),
            headline:
              'Flash Flood Warning issued December 15 at 1:53PM PST until December 15 at 9:00PM PST by NWS Seattle WA',
          },
          description: 'At 153 PM PST, county dispatch reported a breach on the Desimone\nLevee',
          instruction: 'If you are in low lying areas along the Desimone Levee',
          areas: 1,
          someAreas: [
            {
              index: 0,
              description: 'King, WA',
              geocodes: ['ugc WAC033'],
              polygons: [[{ starts: [-122.24, 47.45, -122.24, 47.46, -122.22, 47.46], pairs: 9 }]],
            },
          ],
        },
      },
    },
    186: {
      message: {
        ...NWS,
        identifier: `${OID}.6af1930f8f055bcfd82505925b4762544ed028c4.004.1`,
        sent: seconds('2025-12-15T17:48:00Z'), // "issued December 15 at 12:48PM EST"
        messageType: 'update',
        references: [
          {
            sender: NWS.sender,
            identifier: `${OID}.ed4d907340bfe2b59ab4efe2a90f05fef6f00f65.003.1`,
            sent: seconds('2025-12-15T08:11:00Z'),
          },
        ],
      },
      languages: ['en-US'],
      someInfos: {
        0: {
          info: {
            event: 'Lake Effect Snow Warning',
            severity: 'extreme',
            expires: seconds('2025-12-16T06:00:00Z'),
            ends: seconds('2025-12-16T18:00:00Z'), // "until December 16 at 1:00PM EST"
          },
          description: '* WHAT...Heavy lake effect snow expected.',
          instruction: 'Heavy snow will fall in relatively narrow bands.',
          areas: 2 + 1,
          someAreas: [
            { index: 0, description: 'Jefferson', geocodes: ['ugc NYZ007'], polygons: [] },
            { index: 1, description: 'Lewis', geocodes: ['ugc NYZ008'], polygons: [] },
          ],
        },
      },
    },
    191: {
      message: {
        ...NWS,
        identifier: `${OID}.4d92b9b9723eaea823357027249d420c88c5c5ad.001.1`,
        sent: seconds('2025-12-15T17:41:00Z'),
        messageType: 'alert',
        references: [],
      },
      languages: ['en-US'],
      someInfos: {
        0: {
          info: {
            event: 'Freeze Watch',
            responseTypes: ['allclear'],
            urgency: 'past',
            severity: 'minor',
            certainty: 'observed',
            expires: seconds('2025-12-15T17:57:00Z'),
            ends: seconds('2025-12-16T14:00:00Z'),
          },
          description: 'The Freeze Watch has been cancelled',
          instruction: null,
          areas: 10 + 1,
          someAreas: [{ index: 9, description: 'Lanier', geocodes: ['ugc GAZ161'], polygons: [] }],
        },
      },
    },
  },
  'testing_alerts_active.json': {
    13: {
      message: {
        ...NWS,
        identifier: `${OID}.75fb8046440f816bf90ca0e70a8b3b6e493b7985.001.1`,
        sent: seconds('2025-12-15T21:48:00Z'),
        messageType: 'alert',
        references: [],
      },
      languages: ['en-US'],
      someInfos: {
        0: {
          info: { event: 'Severe Thunderstorm Warning', expires: seconds('2025-12-15T22:09:00Z'), ends: null },
          description: 'The National Weather Service in Jacksonville has issued a',
          instruction: 'Remain alert for a possible tornado!',
          areas: 3,
          someAreas: [
            {
              index: 2,
              description: 'Wayne, GA',
              geocodes: [],
              polygons: [[{ starts: [-92, 30, -90.5, 30, -90.5, 30.5, -92, 30.5, -92, 30], pairs: 5 }]],
            },
          ],
        },
      },
    },
  },
};
