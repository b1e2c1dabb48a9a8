import type { ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { documentHeaders, type Page, renderDocument } from './pages/layout.ts'

/**
 * Gives a request of the provider another body.
 *
 * @param ctx - the request's context
 * @param body - text, or what becomes JSON
 */
export function setBody(ctx: KoaContextWithOIDC, body: unknown): void {
  // oxlint-disable-next-line no-param-reassign -- Koa answers with what its context is assigned
  ctx.body = body
}

/**
 * Answers a request of the provider with a page.
 *
 * @param ctx - the request's context
 * @param page - what is shown
 */
export function setPage(ctx: KoaContextWithOIDC, page: Page): void {
  setBody(ctx, renderDocument(page))
  ctx.set(documentHeaders(page))
}

/**
 * Takes the answer out of Koa's hands.
 *
 * @param ctx - the request's context
 * @returns the response, with the headers set so far, to be ended by the caller
 */
export function takeResponse(ctx: KoaContextWithOIDC): ServerResponse {
  // oxlint-disable-next-line no-param-reassign -- the only way to make Koa leave a response alone
  ctx.respond = false
  return ctx.res
}
