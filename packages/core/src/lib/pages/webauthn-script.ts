/**
 * The script of a sign-in page with WebAuthn, a constant text, which a hash identifies. It fetches options, requests an assertion
 * (Web Authentication Level 3, section 5.1.4), and submits the form with it. With suggestions enabled it also offers passkeys
 * in an input (section 5.1.4, conditional mediation).
 */
export const WEBAUTHN_SCRIPT: string = `
(() => {
  'use strict'
  if (!window.PublicKeyCredential || !navigator.credentials) return

  const decode = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

  const parseOptions = (options) =>
    PublicKeyCredential.parseRequestOptionsFromJSON
      ? PublicKeyCredential.parseRequestOptionsFromJSON(options)
      : {
          ...options,
          challenge: decode(options.challenge),
          allowCredentials: options.allowCredentials?.map((known) => ({ ...known, id: decode(known.id) })),
        }

  const toText = ({ id, type, response }) => {
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const members = { clientDataJSON, authenticatorData, signature }
    if (userHandle?.byteLength) members.userHandle = userHandle
    const encoded = Object.entries(members).map(([name, buffer]) => [name, encode(buffer)])
    return JSON.stringify({ id, rawId: id, type, response: Object.fromEntries(encoded) })
  }

  // A browser may have no storage for the page.
  const remember = (asked) => {
    try {
      sessionStorage.setItem('latchstring.passkey', JSON.stringify({ ...asked, at: Date.now() }))
    } catch {}
  }
  // A passkey that was removed here is no longer offered by the device (section 5.1.10, signal methods), which deletes it for good. So it
  // is one that was just tried, and the user is not signed in: any site can link to this page with the reason in its address.
  const signal = async () => {
    try {
      const { at, ...asked } = JSON.parse(sessionStorage.getItem('latchstring.passkey'))
      sessionStorage.removeItem('latchstring.passkey')
      if (new URL(location.href).searchParams.get('reason') !== 'removed' || Date.now() - at > 120000) return
      const options = new URL(document.querySelector('[data-webauthn]').dataset.webauthn, location.href)
      const response = await fetch(new URL('../session', options), { cache: 'no-store' })
      if ((await response.json()) !== null) return
      await PublicKeyCredential.signalUnknownCredential?.(asked)
    } catch {}
  }

  const own = ['action', 'callbackUrl', 'csrfToken', 'data']
  // A challenge lives for 300 seconds, however long a ceremony may take.
  const renewAfter = 240000
  let current
  let renewal

  const ask = async (box, mediation) => {
    const form = box.querySelector('form')
    current?.abort()
    clearTimeout(renewal)
    const { signal } = (current = new AbortController())
    const url = new URL(box.dataset.webauthn, location.href)
    url.searchParams.set('action', 'authenticate')
    for (const [name, value] of mediation ? [] : new FormData(form)) {
      if (value && !own.includes(name)) url.searchParams.set(name, value)
    }
    const response = await fetch(url, { cache: 'no-store', signal })
    if (!response.ok) throw new Error('HTTP ' + response.status)
    const { options } = await response.json()
    if (mediation) renewal = setTimeout(suggest, renewAfter)
    const publicKey = parseOptions(options)
    const credential = await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) })
    clearTimeout(renewal)
    remember({ rpId: options.rpId, credentialId: credential.id })
    box.querySelector('input[name=action]').value = 'authenticate'
    box.querySelector('input[name=data]').value = toText(credential)
    // Fields of a form hide its methods, and may be called as they are.
    HTMLFormElement.prototype.submit.call(form)
  }

  // The challenge of a suggestion expires while the page stays open, and is renewed while the page is visible.
  const suggest = async () => {
    const box = document.querySelector('[data-webauthn][data-conditional]')
    const input = document.querySelector('input[autocomplete$=webauthn i], input[autocomplete=username], input[autocomplete=email]')
    if (!box || !input || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    if (document.hidden) return addEventListener('visibilitychange', suggest, { once: true })
    const tokens = input.getAttribute('autocomplete')
    if (!/webauthn$/i.test(tokens)) input.setAttribute('autocomplete', tokens + ' webauthn')
    await ask(box, 'conditional').catch(() => {})
  }

  const submit = async (box) => {
    try {
      await ask(box)
    } catch (error) {
      if (error.name === 'AbortError') return
      // Refused, cancelled or timed out: the person knows, and may choose again.
      if (error.name === 'NotAllowedError') return suggest()
      const page = new URL(location.href)
      page.searchParams.set('error', 'Signin')
      location.replace(page)
    }
  }

  for (const box of document.querySelectorAll('[data-webauthn]')) {
    for (const part of box.children) part.hidden = !part.hidden
    box.addEventListener('submit', (event) => {
      event.preventDefault()
      submit(box)
    })
  }
  signal()
  addEventListener('pageshow', ({ persisted }) => persisted && suggest())
  suggest()
})()
`
