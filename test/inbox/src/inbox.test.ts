import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Inbox, startInbox } from './inbox.ts'

let inbox: Inbox

beforeEach(async () => {
  inbox = await startInbox()
})

afterEach(() => inbox.close())

interface Mail {
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
}

async function send(mail: Mail, url = inbox.smtpUrl): Promise<void> {
  const transport = createTransport(url)
  try {
    await transport.sendMail({ from: 'App <app@example.org>', to: 'ada@example.org', ...mail })
  } finally {
    transport.close()
  }
}

describe('a mail in the test inbox', () => {
  it('arrives in parts, with its subject in UTF-8 and a long link intact', async () => {
    const link = `https://app.example.org/api/auth/callback/email?token=${'a1'.repeat(300)}&email=ada%40example.org`
    await send({
      subject: 'Schlüssel für 東京 🔑',
      text: `Sign in:\n${link}\n\nor type\n\n4821-9936\n`,
      html: `<p><a href="${link.replaceAll('&', '&amp;')}">Sign in</a> 4821-9936</p>`,
    })

    const message = await inbox.waitFor('ada@example.org')
    expect(message).toMatchObject({
      to: ['ada@example.org'],
      from: 'app@example.org',
      envelope: { from: 'app@example.org', to: ['ada@example.org'] },
      subject: 'Schlüssel für 東京 🔑',
      links: [link],
      link,
      code: '4821-9936',
    })
    expect(message.text).toContain(link)
    expect(message.html).toContain('>Sign in</a>')
  })

  it('is found by its recipients, not by its To header', async () => {
    const transport = createTransport(inbox.smtpUrl)
    await transport.sendMail({
      envelope: { from: 'app@example.org', to: ['real@example.org'] },
      from: 'app@example.org',
      to: 'shown@example.org',
      text: 'x',
    })
    transport.close()

    expect((await inbox.waitFor('real@example.org')).to).toEqual(['shown@example.org'])
    await expect(inbox.waitFor('shown@example.org', { timeoutMs: 20 })).rejects.toThrow(
      'There is mail to: real@example.org',
    )
  })

  it.each([
    ['Your code is 493 021, or', '493 021'],
    ['Type this:\n\nBCDF-GHJK\n', 'BCDF-GHJK'],
    ['Your sign-in code: 493021.', '493021'],
    ['Type this:\r\n\r\nK7QP-2M4X\r\n', 'K7QP-2M4X'],
    ['HELLO\n\nWORLD', undefined],
    ['Sent in 2026 by\nExample Inc', undefined],
  ])('shows a code to type only if there is one: %j', async (text, code) => {
    await send({ text })

    expect((await inbox.waitFor('ada@example.org')).code).toBe(code)
  })

  it('has the link with a token before other links', async () => {
    const html = `<a href='https://app.example.org/'>Logo</a>
      <a href="https://app.example.org/go?token=t1">Sign in</a> <a href="javascript:alert(1)">x</a>`
    await send({ html })

    const { link, links } = await inbox.waitFor('ada@example.org')
    expect(link).toBe('https://app.example.org/go?token=t1')
    expect(links).toEqual(['https://app.example.org/', 'https://app.example.org/go?token=t1'])
  })
})

describe('waiting for a mail in the test inbox', () => {
  it('returns a mail that arrives later', async () => {
    const later = inbox.waitFor('Ada@Example.org')
    await send({ subject: 'Hello' })

    expect((await later).subject).toBe('Hello')
  })

  it('returns every mail once, oldest first', async () => {
    await send({ subject: 'first' })
    await send({ subject: 'second' })

    expect((await inbox.waitFor('ada@example.org')).subject).toBe('first')
    expect((await inbox.waitFor('ada@example.org')).subject).toBe('second')
    expect(inbox.messages().map(({ subject }) => subject)).toEqual(['second', 'first'])
  })

  it('fails when no mail arrives in time', async () => {
    await expect(inbox.waitFor('ada@example.org', { timeoutMs: 20 })).rejects.toThrow(
      'The inbox is empty.',
    )
  })

  it('fails when the inbox is closed', async () => {
    const other = await startInbox()
    const later = other.waitFor('ada@example.org')
    const outcome = expect(later).rejects.toThrow('The inbox was closed.')
    await other.close()
    await outcome
  })
})

describe('the SMTP server of the test inbox', () => {
  it('refuses only the next mail after a call to refuse', async () => {
    inbox.rejectNext(550)
    await expect(send({ subject: 'refused' })).rejects.toMatchObject({ responseCode: 550 })
    await send({ subject: 'taken' })

    expect(inbox.messages().map(({ subject }) => subject)).toEqual(['taken'])
  })

  it('has no mails after clear()', async () => {
    await send({})
    inbox.clear()

    expect(inbox.messages()).toEqual([])
  })

  it('requires credentials when it is configured with some', async () => {
    const guarded = await startInbox({ auth: { user: 'app', pass: 'p@ss word' } })
    try {
      await send({ subject: 'with' }, guarded.smtpUrl)
      await expect(send({}, `smtp://127.0.0.1:${guarded.smtpPort}`)).rejects.toMatchObject({
        responseCode: 530,
      })
      const wrong = `smtp://app:wrong@127.0.0.1:${guarded.smtpPort}`
      await expect(send({}, wrong)).rejects.toMatchObject({ responseCode: 535 })

      expect(guarded.messages().map(({ subject }) => subject)).toEqual(['with'])
      expect(await (await fetch(guarded.webUrl)).text()).not.toContain('p%40ss')
    } finally {
      await guarded.close()
    }
  })
})
