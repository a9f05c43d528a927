/** Resolves after `delayMs`. For runs that take their time on purpose; a check waits for the thing itself. */
export const wait = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));
