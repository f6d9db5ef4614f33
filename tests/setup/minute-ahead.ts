/** Shows the program that loads this file a clock that is a minute ahead. */
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [RealDate.now() + 60_000]) as [number]));
  }

  static override now(): number {
    return RealDate.now() + 60_000;
  }
} as DateConstructor;
