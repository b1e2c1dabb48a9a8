import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Inbox, startInbox } from './inbox.ts'

const ATTACK = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`

let inbox: Inbox

beforeEach(async () => {
  inbox = await startInbox()
})

afterEach(() => inbox.close())

async function receive(mail: { subject?: string; text?: string; html?: string }): Promise<number> {
  const transport = createTransport(inbox.smtpUrl)
  await transport.sendMail({ from: 'app@example.org', to: 'ada@example.org', ...mail })
  transport.close()
  return (await inbox.waitFor('ada@example.org')).id
}

function get(path: string): Promise<Response> {
  return fetch(new URL(path, inbox.webUrl))
}

function policyOf(response: Response): string {
  return response.headers.get('content-security-policy') ?? ''
}

/** Asks with a `Host` header, which `fetch` does not let one choose. */
function statusForHost(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(inbox.webUrl, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

describe('the list of the test inbox', () => {
  it('shows the newest mail first', async () => {
    await receive({ subject: 'Older' })
    await receive({ subject: 'Newer' })
    const page = await (await get('/')).text()

    expect(page).toContain('2 mails')
    expect(page.indexOf('Newer')).toBeLessThan(page.indexOf('Older'))
  })

  it('says when it is empty, and reloads itself without script', async () => {
    const page = await (await get('/')).text()

    expect(page).toContain('No mail yet')
    expect(page).toMatch(/<noscript><meta http-equiv="refresh"/)
  })

  it('escapes the content of mails', async () => {
    await receive({ subject: ATTACK, text: ATTACK })
    const response = await get('/')
    const page = await response.text()

    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img')
    expect(policyOf(response)).toMatch(/default-src 'none'.*script-src 'sha256-/)
    expect(policyOf(response)).not.toContain('unsafe-inline')
  })

  it('can be emptied from its own page only', async () => {
    await receive({})
    const clear = new URL('/clear', inbox.webUrl)
    const foreign = await fetch(clear, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect(inbox.messages()).toHaveLength(1)

    const own = await fetch(clear, { method: 'POST', headers: { origin: clear.origin } })
    expect(own.url).toBe(inbox.webUrl)
    expect(inbox.messages()).toHaveLength(0)
  })
})

describe('the page of a mail in the test inbox', () => {
  it('shows its link, its code and its text', async () => {
    const id = await receive({
      subject: 'Sign in',
      text: 'Open https://app.example.org/go?token=t&email=a%40b or type\n\n4821-9936\n',
    })
    const page = await (await get(`/mails/${id}`)).text()

    expect(page).toMatch(
      /<a\s+class="button main"\s+href="https:\/\/app\.example\.org\/go\?token=t&amp;email=a%40b"/,
    )
    expect(page).toMatch(/<output[^>]*>4821-9936<\/output>/)
    expect(page).toContain('or type')
  })

  it('escapes the text of the mail', async () => {
    const id = await receive({ subject: ATTACK, text: ATTACK, html: ATTACK })
    const response = await get(`/mails/${id}`)
    const page = await response.text()

    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img')
    expect(page).toMatch(
      /<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"/,
    )
    expect(policyOf(response)).not.toContain('unsafe-inline')
  })

  it('has the HTML in a sandbox that runs and loads nothing', async () => {
    const id = await receive({ html: `<base target="_blank"><p>Hello</p>${ATTACK}` })
    const response = await get(`/mails/${id}/html`)

    expect(policyOf(response)).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation;/,
    )
    expect(policyOf(response)).toContain("default-src 'none'")
    expect(policyOf(response)).not.toContain('script-src')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).toMatch(/^<!doctype html><base target="_top">/)
  })

  it('is also available as JSON', async () => {
    await receive({ subject: 'Hello' })

    expect(await (await get('/messages.json')).json()).toMatchObject([{ subject: 'Hello' }])
  })

  it.each(['/mails/7', '/mails/x', '/nothing'])('is not found at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe('the web server of the test inbox', () => {
  it('answers only to host names of this computer', async () => {
    expect(await statusForHost('evil.example')).toBe(403)
    expect(await statusForHost('localhost:1234')).toBe(200)
  })

  it('refuses other methods', async () => {
    expect((await fetch(inbox.webUrl, { method: 'DELETE' })).status).toBe(405)
  })
})
