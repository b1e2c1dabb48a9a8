import type { IncomingMessage, ServerResponse } from 'node:http'
import { documentHeaders, type Page, renderDocument } from './pages/layout.ts'

const MAX_FORM_BYTES = 64 * 1024

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Reads an urlencoded body.
 *
 * @param request - a request with an unread body
 * @returns its parameters
 * @throws Error when it is larger than 64 kB
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    // A request without an encoding set yields bytes.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_FORM_BYTES) throw new Error('The form is larger than 64 kB.')
    chunks.push(bytes)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/**
 * Answers with a page.
 *
 * @param response - where it goes
 * @param page - what is shown
 * @param status - HTTP status, 200 if left out
 */
export function sendPage(response: ServerResponse, page: Page, status = 200): void {
  response.writeHead(status, documentHeaders(page)).end(renderDocument(page))
}

/**
 * Answers with a redirect that turns a POST into a GET.
 *
 * @param response - where it goes
 * @param location - where the browser shall go
 */
export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': 0 }).end()
}
