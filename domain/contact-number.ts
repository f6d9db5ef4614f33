/** The ten digits of an Indian number that a phone fills in with +91 or 0; another text stays as it is, for the rule to judge. */
export function nationalNumber(text: string): string {
  return /^(?:\+91|0)(\d{10})$/.exec(text.replace(/[^\d+]/g, ''))?.[1] ?? text;
}
