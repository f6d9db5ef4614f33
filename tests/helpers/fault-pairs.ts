/** One rule of a form: its field, its message, and inputs that break only this rule. */
export interface FormFault {
  field: string;
  message: string;
  broken: readonly unknown[];
}

export interface FaultPair {
  first: FormFault;
  second: FormFault;
  title: string;
}

/** Every pair of failures that one form can have at once, in the order of the rules. */
export function faultPairs(faults: readonly FormFault[]): FaultPair[] {
  return faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter((second) => second.field !== first.field)
      .map((second) => ({ first, second, title: `'${first.message}' before '${second.message}'` })),
  );
}

/** Forms with both failures, for each combination of their inputs. */
export function formsWithBoth(
  form: Record<string, unknown>,
  { first, second }: FaultPair,
): Record<string, unknown>[] {
  return first.broken.flatMap((one) =>
    second.broken.map((other) => ({ ...form, [first.field]: one, [second.field]: other })),
  );
}
