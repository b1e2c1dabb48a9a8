import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readForms } from '@latchstring/test-kit/forms'

/** @typedef {{ readonly issuer?: string, readonly requests?: readonly string[] }} Message */

/**
 * A running provider.
 *
 * @typedef {object} Provider
 * @property {string} issuer
 * @property {() => Promise<readonly string[]>} requests names of the endpoints that were asked since the last call
 * @property {(url: string) => Promise<string>} approve follows an authorization request as a browser does, and gives the address
 *   of the callback
 * @property {() => void} close
 */

const PROGRAM = fileURLToPath(new URL('provider-process.mjs', import.meta.url))

const MOST_STEPS = 15

/** @type {(page: string) => { action: string, form: URLSearchParams }} */
function fillIn(page) {
  const forms = readForms(page)
  const typed = forms.find(({ fields }) => 'login' in fields)
  if (typed) {
    return { action: typed.action, form: new URLSearchParams({ login: 'ada', password: 'any' }) }
  }
  const last = forms.at(-1)
  if (!last) throw new Error('The provider shows a page without a form.')
  return { action: last.action, form: new URLSearchParams({ ...last.fields, decision: 'allow' }) }
}

/** A browser that stays signed in at the provider. @type {() => (url: string) => Promise<string>} */
function createBrowser() {
  /** @type {Map<string, string>} */
  const cookies = new Map()

  /** @type {(url: string, form: URLSearchParams | undefined) => Promise<Response>} */
  async function send(url, form) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { cookie, origin: new URL(url).origin },
      body: form ?? null,
      redirect: 'manual',
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return async (start) => {
    const { origin } = new URL(start)
    let url = start
    /** @type {URLSearchParams | undefined} */
    let form
    for (let step = 0; step < MOST_STEPS; step++) {
      const response = await send(url, form)
      const text = await response.text()
      const location = response.headers.get('location')
      form = undefined
      if (location === null) {
        const filled = fillIn(text)
        url = new URL(filled.action, url).href
        form = filled.form
      } else {
        url = new URL(location, url).href
        if (new URL(url).origin !== origin) return url
      }
    }
    throw new Error(`The sign-in is still at the provider after ${MOST_STEPS} steps: ${url}`)
  }
}

/**
 * Starts a provider with OpenID Connect on the loopback interface.
 *
 * @returns {Promise<Provider>}
 */
export async function startProvider() {
  const child = fork(PROGRAM, [], { execArgv: [], stdio: 'inherit' })
  /** @type {() => Promise<Message>} */
  const message = () =>
    new Promise((resolve, reject) => {
      child.once('error', reject)
      // By the process of the provider.
      child.once('message', (found) => resolve(/** @type {Message} */ (found)))
    })
  const { issuer = '' } = await message()
  return {
    issuer,
    async requests() {
      const answer = message()
      child.send('requests')
      return (await answer).requests ?? []
    },
    approve: createBrowser(),
    close: () => child.disconnect(),
  }
}
