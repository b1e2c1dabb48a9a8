import type { CookieJar } from '../http/cookie-jar.ts'

/** A failure of a flow, with the cookies that end it. Thrown through the flow, answered in one place. */
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

/** Runs a step whose failure has to set the cookies of `jar` all the same. */
export async function withCookiesOnFailure<T>(jar: CookieJar, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof FlowFailure ? error : new FlowFailure(error, jar)
  }
}
