/** Examples of alerts in the OpenAPI document. A contract test holds each against its schema. */

export const ALERTS_REQUEST_EXAMPLES = [
  { location: { latitude: 35.22, longitude: -97.44 } },
  { location: { latitude: 35.22, longitude: -97.44 }, include: ['geometry'] },
];

export const ALERTS_ANSWER_EXAMPLE = {
  location: { latitude: 35.22, longitude: -97.44 },
  alerts: [
    {
      id: 'urn:oid:2.49.0.1.840.0.0123456789abcdef.001.1',
      status: 'actual',
      message_type: 'update',
      sent_at: '2026-05-20T21:04:00Z',
      effective_at: '2026-05-20T21:04:00Z',
      onset_at: '2026-05-20T21:04:00Z',
      expires_at: '2026-05-20T21:45:00Z',
      ends_at: '2026-05-20T21:45:00Z',
      event: 'Tornado Warning',
      headline: 'Tornado Warning until 4:45 PM CDT',
      description: 'A tornado was seen west of the town, moving east at 25 mph.',
      instruction: 'Take cover now in the lowest room of a sturdy building.',
      categories: ['met'],
      response_types: ['shelter'],
      references: ['urn:oid:2.49.0.1.840.0.fedcba9876543210.001.1'],
      urgency: 'immediate',
      severity: 'extreme',
      certainty: 'observed',
      language: 'en-US',
      issuer: { name: 'NWS Norman OK' },
      affected_areas: [{ description: 'Cleveland, OK' }],
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-97.6, 35.1],
            [-97.2, 35.15],
            [-97.2, 35.35],
            [-97.6, 35.3],
            [-97.6, 35.1],
          ],
        ],
      },
    },
  ],
  updated_at: '2026-05-20T21:05:12Z',
  stale: false,
  warnings: [],
};
