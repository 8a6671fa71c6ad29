/** A request for alerts after validation of its shape; field names are those of the interface. */

export interface AlertsRequest {
  readonly location: { readonly latitude: number; readonly longitude: number };
  readonly include?: readonly 'geometry'[];
}
