/** One line of the table of promises about speed and size. */
export interface Row {
  id: string;
  what: string;
  measured: string;
  bound: string;
  held: boolean;
}
