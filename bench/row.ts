/** One measured promise. */
export interface Row {
  id: string;
  what: string;
  measured: string;
  bound: string;
  held: boolean;
}
