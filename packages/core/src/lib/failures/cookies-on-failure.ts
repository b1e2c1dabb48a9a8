import type { CookieJar } from '../http/cookie-jar.ts'

/** An error of a flow, with the cookies of its response. */
export class FlowFailure extends Error {
  override readonly name: string = 'FlowFailure'
  readonly error: unknown
  readonly jar: CookieJar

  constructor(error: unknown, jar: CookieJar) {
    super('A flow failed')
    this.error = error
    this.jar = jar
  }
}

/** Runs a step whose failure also sets the cookies of `jar`. */
export async function withCookiesOnFailure<T>(jar: CookieJar, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof FlowFailure ? error : new FlowFailure(error, jar)
  }
}
