/** One line of the table of promises that are measured. */
export interface Row {
  id: string;
  what: string;
  measured: string;
  bound: string;
  held: boolean;
}
