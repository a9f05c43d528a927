/** The API refused a call, and asking again would change nothing. */
export class LightningError extends Error {
  override readonly name = 'LightningError';
  readonly status: number;
  /** A code of the API's closed list, such as `invalid-key`; `unknown` if the answer was no problem document. */
  readonly code: string;
  /** Parameter → the rule it broke. */
  readonly errors: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, errors: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The error that a refused answer stands for. Reads its body. */
export async function errorOf(response: Response): Promise<LightningError> {
  const problem = (await response.json().catch(() => ({}))) as Partial<
    Pick<LightningError, 'code' | 'errors'> & { detail: string }
  >;
  const { code = 'unknown', detail = `The API answered ${response.status}.`, errors = {} } = problem;
  return new LightningError(response.status, code, detail, errors);
}
