import type { Service } from '../../service.ts'
import type { Arrival } from '../authorization.ts'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; background: Canvas; color: CanvasText }
main { width: min(26rem, 100vw - 4rem); padding: 2rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: 1rem }
h1 { margin: 0 0 1rem; font-size: 1.25rem }
small { color: color-mix(in srgb, CanvasText 65%, Canvas) }
fieldset { margin: 1rem 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
label { display: block; padding: .25rem 0 }
ul { padding-left: 1.25rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
button { min-height: 2.75rem; margin-right: .5rem; padding: 0 1.25rem; border: 1px solid currentColor; border-radius: .5rem; background: none; color: inherit; font: inherit }
button:first-of-type { background: CanvasText; color: Canvas }
button:focus-visible, input:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
`

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}

interface Page {
  readonly title: string
  /** Markup. */
  readonly main: string
  readonly status?: number
  readonly script?: string
}

function page({ title, main, status = 200, script }: Page): Response {
  const nonce = crypto.randomUUID()
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`
  const markup = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
${main}
</main>
${script === undefined ? '' : `<script nonce="${nonce}">${script}</script>`}
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  }
  return new Response(markup, { status, headers })
}

function hidden(fields: Iterable<readonly [string, string]>): string {
  return [...fields]
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('\n')
}

/** What the person is asked. */
export interface Question {
  /** Where the answer is posted. */
  readonly action: string
  /** The authorization request, at its real address. */
  readonly request: URL
  /** The same with what was pushed of it. */
  readonly whole: URL
}

/** Asks whether an application may sign somebody in, and whom. */
export function consentPage({ name, authorization }: Service, question: Question): Response {
  const { searchParams } = question.whole
  const scopes = (searchParams.get('scope') ?? '')
    .split(authorization.scopeSeparator ?? ' ')
    .filter((scope) => scope !== '')
  const uri = searchParams.get('redirect_uri') ?? ''
  const application = URL.canParse(uri) ? new URL(uri).host : 'An application'
  const list = scopes.map((scope) => `<li>${escape(scope)}</li>`).join('')
  return page({
    title: `Sign in with ${name}`,
    main: `<h1>Sign in with ${escape(name)}</h1>
<p><strong>${escape(application)}</strong> asks to sign you in.</p>
${list && `<p>It asks for:</p><ul>${list}</ul>`}
<form method="post" action="${escape(question.action)}">
${hidden([['request', question.request.href]])}
<fieldset>
<legend>Continue as</legend>
<label><input type="radio" name="person" value="documented" checked> Documented: everything the service tells</label>
<label><input type="radio" name="person" value="minimal"> Minimal: the least it tells</label>
</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="cancel">Cancel</button>
</form>
<p><small>An emulator of ${escape(name)}, for tests.</small></p>`,
  })
}

/** Says that the lab is there. */
export function homePage(): Response {
  return page({
    title: 'Identity lab',
    main: '<h1>Identity lab</h1>\n<p>Emulators of the services people sign in with, for tests.</p>',
  })
}

/** Tells what was wrong with a request. */
export function problemPage(message: string, status: number): Response {
  return page({
    title: 'The service refuses this',
    status,
    main: `<h1>The service refuses this</h1>\n<pre>${escape(message)}</pre>`,
  })
}

/** Sends the browser back to the application. */
export function returnTo({ url, body }: Arrival): Response {
  if (!body) return new Response(null, { status: 302, headers: { location: url } })
  return page({
    title: 'Back to the application',
    main: `<form method="post" action="${escape(url)}">
${hidden(body)}
<button>Continue</button>
</form>`,
    script: 'document.forms[0].submit()',
  })
}
