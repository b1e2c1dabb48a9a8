import type { Service } from '../../service.ts'
import type { Arrival } from '../authorization.ts'
import { escape, hidden, page } from './document.ts'
import { drawFace } from './faces.ts'
import { findChoices, differs, type Choice } from './people.ts'

/** What the person is asked. */
export interface Question {
  /** Where the answer is posted. */
  readonly action: string
  /** The authorization request, at its real address. */
  readonly request: URL
  /** The same with what was pushed of it. */
  readonly whole: URL
}

/** How a sign-in may go wrong, by what the form says. */
export type Decision = 'allow' | 'cancel' | 'no-email' | 'unverified' | 'down' | 'clock'

const radio = ({ key, name, email, note }: Choice, index: number, last: number): string =>
  `<label class="person">
<input type="radio" name="person" value="${key}"${index === 0 ? ' checked' : ''}>
${drawFace(index === last ? -1 : index)}
<span class="who"><strong>${escape(name)}</strong>${[email, note]
    .filter((text) => text !== undefined)
    .map((text) => ` <span>${escape(text)}</span>`)
    .join('')}</span>
</label>`

const button = (decision: Decision, text: string): string =>
  `<button name="decision" value="${decision}">${text}</button>`

/** What may go wrong at a service; what could make no difference is left out. */
function mishaps({ protocol, persons: { documented } }: Service): string {
  return [
    differs(documented, 'no-email') && button('no-email', 'Gives no email'),
    differs(documented, 'unverified') && button('unverified', 'Email not verified'),
    button('down', 'Service is down'),
    protocol === 'oidc' && button('clock', 'Clock is wrong'),
  ]
    .filter((one) => one !== false)
    .join('\n')
}

/** Asks whether an application may sign a person in, and whom. */
export function consentPage(service: Service, question: Question): Response {
  const { name, authorization } = service
  const { searchParams } = question.whole
  const scopes = (searchParams.get('scope') ?? '')
    .split(authorization.scopeSeparator ?? ' ')
    .filter((scope) => scope !== '')
  const uri = searchParams.get('redirect_uri') ?? ''
  const application = URL.canParse(uri) ? new URL(uri).host : 'An application'
  const list = scopes.map((scope) => `<li>${escape(scope)}</li>`).join('')
  const people = findChoices(service)
  return page({
    title: `Sign in with ${name}`,
    brand: name,
    main: `<h1>Sign in with ${escape(name)}</h1>
<p class="lead"><strong>${escape(application)}</strong> asks to sign you in. This is not ${escape(name)}: it behaves as the documentation of ${escape(name)} says.</p>
<form method="post" action="${escape(question.action)}">
${hidden([['request', question.request.href]])}
<fieldset>
<legend>Continue as</legend>
${people.map((one, index) => radio(one, index, people.length - 1)).join('\n')}
</fieldset>
${list && `<details><summary>It asks for ${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}</summary><ul>${list}</ul></details>`}
<div class="actions">
${button('allow', 'Allow')}
${button('cancel', 'Cancel')}
</div>
<fieldset class="wrong">
<legend>Or see what happens when it</legend>
<div class="actions">
${mishaps(service)}
</div>
</fieldset>
</form>`,
  })
}

/** Says that the lab is there. */
export function homePage(mailbox: boolean): Response {
  const mails = '<p><a class="button" href="/mail">Open the mailbox</a></p>'
  return page({
    title: 'Identity lab',
    main: `<h1>Identity lab</h1>
<p class="lead">Emulators of the services people sign in with. Press a button on the sign-in page of your application: it leads here.</p>
${mailbox ? mails : ''}`,
  })
}

/** Tells what was wrong with a request. */
export function problemPage(message: string, status: number): Response {
  return page({
    title: 'The service refuses this',
    status,
    main: `<h1>The service refuses this</h1>\n<pre class="problem">${escape(message)}</pre>`,
  })
}

/** Sends the browser back to the application. */
export function returnTo({ url, body }: Arrival): Response {
  if (!body) return new Response(null, { status: 302, headers: { location: url } })
  return page({
    title: 'Back to the application',
    main: `<h1>One moment</h1>
<p class="lead">You are being sent back to the application.</p>
<form method="post" action="${escape(url)}">
${hidden(body)}
<button>Continue</button>
</form>`,
    script: 'document.forms[0].submit()',
  })
}
