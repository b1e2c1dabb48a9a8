import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '@latchstring/test-kit/node-http'
import type { Mailbox } from './mailbox.ts'
import { documentHeaders, mailHeaders, type Page, renderDocument } from './pages/layout.ts'
import { inboxPage, mailPage, messagePage } from './pages/pages.ts'

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A running web server. */
export interface WebInbox {
  readonly port: number
  close(): Promise<void>
}

/** What the web pages show. */
export interface WebOptions {
  readonly port: number
  readonly mailbox: Mailbox
  readonly smtpUrl: string
}

const NOT_FOUND = messagePage('Not found', 'This mail was deleted, or never existed.')
const FOREIGN = messagePage('Refused', 'The inbox answers only to names of this computer.')

function sendPage(response: ServerResponse, page: Page, status = 200): void {
  response.writeHead(status, documentHeaders(page)).end(renderDocument(page))
}

/** Keeps pages of other sites from reading mail through a name that points here. */
function isLocal(request: IncomingMessage): boolean {
  const { host = '' } = request.headers
  return LOOPBACK_NAMES.has(host.replace(/:\d+$/, ''))
}

/** Keeps pages of other sites from emptying the inbox. */
function isOwnForm(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin === undefined || origin === `http://${host}`
}

function sendClear(request: IncomingMessage, response: ServerResponse, mailbox: Mailbox): void {
  if (!isOwnForm(request)) return sendPage(response, FOREIGN, 403)
  mailbox.clear()
  response.writeHead(303, { location: '/', 'cache-control': 'no-store' }).end()
}

function sendMail(path: string, response: ServerResponse, mailbox: Mailbox): void {
  const match = /^\/mails\/(\d+)(\/html)?$/.exec(path)
  const message = mailbox.find(Number(match?.[1]))
  if (message === undefined) return sendPage(response, NOT_FOUND, 404)
  if (match?.[2] === undefined) return sendPage(response, mailPage(message))
  // The first base element counts: links open in place of the inbox, whatever the mail says. The
  // doctype goes before it, because one after it would no longer count.
  response.writeHead(200, mailHeaders()).end(`<!doctype html><base target="_top">${message.html}`)
}

function answer(request: IncomingMessage, response: ServerResponse, options: WebOptions): void {
  if (!isLocal(request)) return sendPage(response, FOREIGN, 403)
  const [path = '/'] = (request.url ?? '/').split('?')
  if (request.method === 'POST' && path === '/clear') {
    return sendClear(request, response, options.mailbox)
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return
  }
  if (path === '/')
    return sendPage(response, inboxPage(options.mailbox.messages(), options.smtpUrl))
  if (path === '/messages.json') {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    response.writeHead(200, headers).end(JSON.stringify(options.mailbox.messages()))
    return
  }
  sendMail(path, response, options.mailbox)
}

/**
 * Starts the web pages of an inbox on the loopback interface.
 *
 * @param options - port and mails
 * @returns the running server
 */
export async function startWeb(options: WebOptions): Promise<WebInbox> {
  const server = createServer((request, response) => answer(request, response, options))
  const port = await listen(server, options.port)
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
