import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Feature, Offered } from '@latchstring/core/features'
import type { PublicProvider } from '@latchstring/core/types'

/**
 * The providers by id, for a sign-in page of the application. It sends no request, unlike the function of the client with this name.
 *
 * @returns what `GET providers` answers
 * @throws InvalidConfiguration without a request where `AUTH_URL` is not set
 *
 * @example
 * ```ts
 * import type { GetServerSidePropsContext } from 'next'
 * import Latchstring from '@latchstring/next'
 * import GitHub from '@latchstring/next/providers/github'
 *
 * export const { handlers, auth, getProviders } = Latchstring({ providers: [GitHub] })
 *
 * export async function getServerSideProps(context: GetServerSidePropsContext) {
 *   return { props: { providers: await getProviders(context) } }
 * }
 * ```
 */
export interface GetProviders {
  /** In server components, server actions, route handlers and, with `AUTH_URL`, in `getStaticProps`. */
  (): Promise<Readonly<Record<string, PublicProvider>>>
  /** In API routes. */
  (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Readonly<Record<string, PublicProvider>>>
  /** In `getServerSideProps`. */
  (context: {
    readonly req: IncomingMessage
    readonly res: ServerResponse
  }): Promise<Readonly<Record<string, PublicProvider>>>
}

/**
 * The CSRF token for a plain form that posts to an action. Its cookie is set on the response. It sends no request, unlike the function
 * of the client with this name.
 *
 * @returns the token; empty if CSRF tokens are disabled
 * @throws TypeError in a server component, which cannot set the cookie
 *
 * @example
 * ```ts
 * import type { GetServerSidePropsContext } from 'next'
 * import Latchstring from '@latchstring/next'
 * import GitHub from '@latchstring/next/providers/github'
 *
 * export const { handlers, auth, getCsrfToken } = Latchstring({ providers: [GitHub] })
 *
 * export async function getServerSideProps(context: GetServerSidePropsContext) {
 *   return { props: { csrfToken: await getCsrfToken(context) } }
 * }
 * ```
 */
export interface GetCsrfToken {
  /** In route handlers and server actions. */
  (): Promise<string>
  /** In API routes. */
  (request: IncomingMessage, response: ServerResponse): Promise<string>
  /** In `getServerSideProps`. */
  (context: { readonly req: IncomingMessage; readonly res: ServerResponse }): Promise<string>
}

/**
 * The operations of a feature for the user of the request. They set no cookies, so that they can be called wherever a session can be read.
 *
 * @example
 * ```ts
 * import type { Feature } from '@latchstring/core/features'
 * import Latchstring from '@latchstring/next'
 *
 * interface Notes {
 *   count(): Promise<number>
 * }
 *
 * export const notes: Feature<Notes> = { name: 'notes', operations: { count: async () => 0 } }
 * export const { handlers, auth, feature } = Latchstring({ providers: [], features: [notes] })
 *
 * export async function countNotes(): Promise<number> {
 *   return feature(notes).count()
 * }
 * ```
 */
export interface FeatureOfRequest {
  /** In server components, server actions and route handlers. */
  <Operations, System>(value: Feature<Operations, System>): Offered<Operations>
  /** In API routes. */
  <Operations, System>(
    value: Feature<Operations, System>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Offered<Operations>
  /** In `getServerSideProps`. */
  <Operations, System>(
    value: Feature<Operations, System>,
    context: { readonly req: IncomingMessage; readonly res: ServerResponse },
  ): Offered<Operations>
}
