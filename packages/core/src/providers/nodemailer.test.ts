import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { createTransport, type Transport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SendVerificationRequestParams } from '../lib/types/provider.ts'
import Nodemailer, { type NodemailerUserConfig } from './nodemailer.ts'

const from = 'Example <no-reply@example.com>'

/** Sends a mail as core does: with the options merged over what the factory set. */
async function send(
  config: NodemailerUserConfig,
  params: Partial<SendVerificationRequestParams> = {},
  create: typeof Nodemailer = Nodemailer,
): Promise<void> {
  const { options, ...defaults } = create(config)
  const provider = { ...defaults, ...options }
  await provider.sendVerificationRequest({
    identifier: 'alice@example.com',
    url: 'https://app.example.com/auth/callback/nodemailer?token=t%20k&email=alice%40example.com',
    expires: new Date(600_000),
    provider,
    token: 't k',
    code: 'ABCD-1234',
    theme: {},
    request: new Request('https://app.example.com/auth/signin/nodemailer'),
    fetch: () => Promise.reject(new Error('A mail server is not asked over HTTP.')),
    ...params,
  })
}

/** What a transport of the application was asked to send. */
interface Sent {
  readonly to: string[]
  readonly raw: string
}

/** A transport of the application: it keeps what it is asked to send and answers with `info`. */
function ownTransport(info: object = {}): {
  transport: Transport<object>
  sent: Sent[]
  closed: () => boolean
} {
  const sent: Sent[] = []
  const close = vi.fn<() => void>()
  const transport: Transport<object> = {
    name: 'own',
    version: '1',
    close,
    send: (mail, done) => {
      mail.message.build((error, raw) => {
        sent.push({ to: mail.message.getEnvelope().to, raw: String(raw) })
        done(error, info)
      })
    },
  }
  return { transport, sent, closed: () => close.mock.calls.length > 0 }
}

describe('the provider nodemailer', () => {
  // Also after a test that failed: what it replaced is loaded anew by the next one.
  afterEach(() => {
    vi.doUnmock('nodemailer')
    vi.resetModules()
  })

  it('is an e-mail provider whose link is valid for ten minutes', () => {
    expect(Nodemailer({ server: 'smtp://127.0.0.1:1', from })).toMatchObject({
      id: 'nodemailer',
      type: 'email',
      maxAge: 600,
    })
  })

  it('sends link and code as HTML and as text', async () => {
    const { transport, sent } = ownTransport()
    await send({ server: transport, from })
    expect(sent).toHaveLength(1)
    const raw = sent[0]?.raw ?? ''
    expect(sent[0]?.to).toEqual(['alice@example.com'])
    expect(raw).toMatch(/^From: Example <no-reply@example\.com>\r$/m)
    expect(raw).toMatch(/^Subject: .*app\.example\.com/m)
    expect(raw).toContain('text/plain')
    expect(raw).toContain('text/html')
    expect(raw).toContain('ABCD-1234')
    expect(raw).toMatch(/\b10=?\s+min/)
  })

  it.each([
    'alice@example.com, mallory@example.com',
    'Alice <alice@example.com>, <mallory@example.com>',
    'alice@example.com\r\nBcc: mallory@example.com',
  ])('sends to one recipient for %j', async (identifier) => {
    const { transport, sent } = ownTransport()
    await send({ server: transport, from }, { identifier })
    expect(sent[0]?.to).not.toContain('mallory@example.com')
    expect(sent[0]?.raw).not.toMatch(/^Bcc:/im)
  })

  it.each([
    ['rejected', { accepted: [], rejected: ['alice@example.com'] }],
    ['pending', { accepted: [], rejected: [], pending: ['alice@example.com'] }],
  ])('throws if the recipient is %s, without the address in the error', async (state, info) => {
    const { transport } = ownTransport(info)
    const failure = await send({ server: transport, from }).catch(String)
    expect(failure).toContain(state)
    expect(failure).not.toContain('alice')
  })

  it('does not close a transport of the application', async () => {
    const { transport, closed } = ownTransport()
    await send({ server: transport, from })
    await send({ server: createTransport(transport), from })
    expect(closed()).toBe(false)
  })

  it.each(['server', 'from'] as const)('reports a missing `%s` when it sends', async (name) => {
    const config = { server: 'smtp://127.0.0.1:1', from, [name]: undefined }
    const { [name]: _, ...rest } = config
    // One option too few on purpose.
    await expect(send(rest as unknown as NodemailerUserConfig)).rejects.toThrow(
      `\`${name}\` is missing`,
    )
  })

  it('needs neither server nor sender if the application sends the mail', async () => {
    const sendVerificationRequest = vi.fn<() => void>()
    await send({ sendVerificationRequest })
    expect(sendVerificationRequest).toHaveBeenCalledOnce()
  })

  it('names the missing package and how to install it', async () => {
    vi.doMock('nodemailer', () => {
      throw new Error('Cannot find package')
    })
    vi.resetModules()
    const { default: loadedAgain } = await import('./nodemailer.ts')
    const options = { server: 'smtp://127.0.0.1:1', from }
    const failure: unknown = await send(options, {}, loadedAgain).catch((thrown: unknown) => thrown)
    expect(String(failure)).toContain('npm install nodemailer')
    expect(failure).toHaveProperty('cause', expect.any(Error))
  })

  describe('over SMTP', () => {
    let server: Server
    let port: number
    let lines: string[]
    let ended: Promise<void>
    let recipientReply: string

    beforeEach(async () => {
      lines = []
      recipientReply = '250 OK'
      server = createServer()
      ended = new Promise<void>((resolve) => {
        server.on('connection', (socket) => socket.on('close', () => resolve()))
      })
      server.on('connection', (socket) => {
        let inData = false
        const replyTo = (line: string): string | undefined => {
          if (inData) {
            inData = line !== '.'
            return inData ? undefined : '250 OK'
          }
          if (line.startsWith('RCPT')) return recipientReply
          if (line.startsWith('QUIT')) return '221 Bye'
          inData = line === 'DATA'
          return inData ? '354 Go on' : '250 OK'
        }
        socket.on('error', () => undefined)
        socket.write('220 ready\r\n')
        createInterface({ input: socket }).on('line', (line) => {
          lines.push(line)
          const reply = replyTo(line)
          if (reply !== undefined) socket.write(`${reply}\r\n`)
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      if (typeof address === 'object' && address !== null) ({ port } = address)
    })

    afterEach(() => {
      server.close()
    })

    it('delivers the mail', async () => {
      await send({ server: `smtp://127.0.0.1:${port}`, from })
      expect(lines).toContain('RCPT TO:<alice@example.com>')
      expect(lines.find((line) => line.startsWith('To:'))).toBe('To: alice@example.com')
    })

    it('closes the transport that it opened, also a pool', async () => {
      await send({ server: { host: '127.0.0.1', port, pool: true }, from })
      await ended
    })

    it('closes the transport and throws if the server refuses the recipient', async () => {
      recipientReply = '550 no such user'
      await expect(send({ server: { host: '127.0.0.1', port, pool: true }, from })).rejects.toThrow(
        '550',
      )
      await ended
    })
  })
})
