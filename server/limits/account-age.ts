const newFor = 24 * 60 * 60 * 1000;

/** Whether an account is less than a day old. Shares that are kept for members are kept from it: a stranger makes one in a minute. */
export function isNewAccount({ createdAt }: { createdAt: Date | string }): boolean {
  return Date.now() - new Date(createdAt).getTime() < newFor;
}
