import type { EndedReason, SignInPageErrorParam, SignInPageReason } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'
import { fill, type Html, html } from './html.ts'
import { renderPage } from './layout.ts'
import type { Page, PageProps } from './page.ts'
import { postForm, reference } from './parts.ts'
import {
  type LastIdentifier,
  buttonLabel,
  describedByMark,
  ERROR_ID,
  type Failed,
  type Forms,
  type FormType,
  type FormView,
  type ProviderForm,
  type Section,
  type SignInProvider,
  target,
} from './provider-form.ts'
import { providerMark } from './provider-mark.ts'
import { en } from './texts/en.ts'
import { markStyle } from './theme-style.ts'

/** Props of {@link renderSignIn}. */
export interface SignInProps extends PageProps {
  /** In the order of the page. Types without a form or button are skipped. */
  readonly providers: readonly SignInProvider[]
  /** A provider whose form is missing here is skipped. */
  readonly forms: Forms
  /** Left out where the check of the token is off. */
  readonly csrfToken?: string | undefined
  readonly callbackUrl: string
  /** A {@link SignInPageErrorParam}; any other value gets the general text. */
  readonly error?: string | undefined
  /** Chooses the sentence of an error that leaves the cause open. */
  readonly reason?: SignInPageReason | undefined
  /** Name of the provider that the error is about. */
  readonly failedAt?: string | undefined
  /** `code` of a `CredentialsSignin`; shown when it is a plain identifier. */
  readonly code?: string | undefined
  /** Why a session of this browser has ended. */
  readonly ended?: EndedReason | undefined
  /** Reference of the failed flow. */
  readonly ref?: string | undefined
  /** Problems of the configuration, shown where there is no provider. Left out in production. */
  readonly problems?: readonly string[] | undefined
  /** A notice for developers, above the forms. Left out in production. */
  readonly development?: Html | undefined
  /** Names the signed-in user. */
  readonly present?: Html | undefined
  /** Value of the email input. */
  readonly email?: string | undefined
  /** Id of the provider that this browser used last. It is marked where there are others. */
  readonly used?: string | undefined
  /** The address names a provider that is not configured, or one that was left out. */
  readonly unknown?: 'unknown' | 'ours' | undefined
  /** The input that is filled in after a wrong password. */
  readonly lastIdentifier?: LastIdentifier | undefined
}

/** From this number of buttons on they show only the name, in two columns where there is room. */
const MANY = 6

const CODE = /^[A-Za-z][\w-]{0,31}$/

function findForm(forms: Forms, { type }: SignInProvider): ProviderForm | undefined {
  // No other type has one.
  return Object.hasOwn(forms, type) ? forms[type as FormType] : undefined
}

/** Whether a provider has a button, and no form. */
export const isRedirect = ({ type }: SignInProvider): boolean => type === 'oauth' || type === 'oidc'

function isErrorParam(error: string, texts: Texts): error is SignInPageErrorParam {
  return Object.hasOwn(texts.signInErrors, error)
}

/** Errors that name the step that failed, and not the cause. */
const OPEN: ReadonlySet<SignInPageErrorParam> = new Set([
  'Signin',
  'OAuthSignin',
  'OAuthCallbackError',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'EmailSignin',
  'Callback',
])

function isNaming(key: string, texts: Texts): key is keyof Texts['providerErrors'] {
  return Object.hasOwn(texts.providerErrors, key)
}

/** The sentence of the form that was sent, if it has one of its own. */
function ownSentence(props: SignInProps, texts: Texts): string | undefined {
  const failed = findFailed(props)
  const sent = props.providers.find(({ id }) => id === failed?.id)
  return sent && findForm(props.forms, sent)?.refusal?.(sent, texts)
}

function sentence(error: SignInPageErrorParam, props: SignInProps, texts: Texts): Html | string {
  const { reason, failedAt } = props
  const own = error === 'CredentialsSignin' ? ownSentence(props, texts) : undefined
  if (own !== undefined) return own
  const isStepUp = error === 'SessionRequired' && reason === 'step-up'
  const open = OPEN.has(error) || isStepUp ? reason : undefined
  const key = open ?? error
  if (failedAt !== undefined && isNaming(key, texts)) {
    return fill(texts.providerErrors[key], { name: html`<bdi>${failedAt}</bdi>` })
  }
  return open ? texts.signInReasons[open] : texts.signInErrors[error]
}

/** Endings after a change of the account, which another person may have made. */
const CHANGES: ReadonlySet<EndedReason> = new Set([
  'password-changed',
  'email-changed',
  'account-unlinked',
  'passkey-removed',
  'factor-added',
  'factor-removed',
  'recovery-used',
])

function unknownNotice(unknown: 'unknown' | 'ours', texts: Texts): Html {
  const text = unknown === 'ours' ? texts.signInReasons.ours : texts.signIn.unknown
  return html`<div class="notice error" id="${ERROR_ID}" role="alert"><p>${text}</p></div>`
}

function endedNotice(ended: EndedReason, texts: Texts): Html {
  return html`<div class="notice" id="${ERROR_ID}" role="alert">
    <p>${texts.ended[ended]}</p>
    ${CHANGES.has(ended) && html`<p>${texts.common.notYou}</p>`}
  </div>`
}

function notice(props: SignInProps, texts: Texts): Html | undefined {
  const { error, code, ref, ended, unknown } = props
  // The reason of the ending explains more than `SessionRequired`.
  if (ended !== undefined && (!error || error === 'SessionRequired')) {
    return endedNotice(ended, texts)
  }
  if (!error) return unknown && unknownNotice(unknown, texts)
  const key = isErrorParam(error, texts) ? error : 'Signin'
  const ownCode = key === 'CredentialsSignin' && code !== 'credentials' && CODE.test(code ?? '')
  return html`<div
    class="notice${key !== 'SessionRequired' && ' error'}"
    id="${ERROR_ID}"
    role="alert"
  >
    <p>${sentence(key, props, texts)}</p>
    ${ownCode && html`<p class="reference">${fill(texts.signIn.code, { code: html`<code>${code}</code>` })}</p>`}
    ${reference(texts, ref)}
  </div>`
}

/**
 * The buttons of providers of type `oauth` and `oidc`.
 *
 * @param first - index of the first of them on the page
 */
function redirectButtons(
  view: FormView,
  providers: readonly SignInProvider[],
  first: number,
): Section {
  const { texts } = view
  const many = providers.length >= MANY
  const forms = providers.map((provider, index) => {
    const name = html`<bdi>${provider.name}</bdi>`
    const label = fill(texts.signIn.continueWith, { name: provider.name })
    const button = html`<button
      class="button with-mark"
      type="submit"
      ${many && html` aria-label="${label}"`}
      ${describedByMark(view, provider)}
    >
      ${providerMark(provider, `mark-${first + index}`)}${buttonLabel(
        view,
        provider,
        many ? name : fill(texts.signIn.continueWith, { name }),
      )}
    </button>`
    return postForm(target(view, provider.signinUrl), button)
  })
  return {
    markup: html`<div class="provider${many && ' many'}">${forms}</div>`,
    style: providers
      .map((provider, index) => markStyle(`mark-${first + index}`, provider))
      .join(''),
  }
}

/** Neighbours of type `oauth` and `oidc` make one section; each other provider is a section of its own. */
function sections(view: FormView, forms: Forms): readonly Section[] {
  const { providers } = view
  return providers.flatMap((provider, index): readonly Section[] => {
    if (!isRedirect(provider)) {
      const section = findForm(forms, provider)?.section(view, provider, index)
      return section ? [section] : []
    }
    const before = providers[index - 1]
    if (before && isRedirect(before)) return []
    const rest = providers.slice(index)
    const end = rest.findIndex((next) => !isRedirect(next))
    return [redirectButtons(view, end < 0 ? rest : rest.slice(0, end), index)]
  })
}

/** Problems of the configuration, for developers. */
function problemList(problems: readonly string[] = []): Html | undefined {
  if (problems.length === 0) return undefined
  const lines = problems.map((problem) => html`<li>${problem}</li>`)
  return html`<ul class="problems" dir="ltr" lang="en">
    ${lines}
  </ul>`
}

/** The scripts of the forms, each once. */
function listScripts(
  forms: Forms,
  providers: readonly SignInProvider[],
): Pick<Page, 'scripts' | 'connects'> {
  const needed = providers.flatMap((provider) => {
    const form = findForm(forms, provider)
    const script = form?.script?.(provider)
    return script === undefined ? [] : [{ script, connects: form?.connects }]
  })
  return {
    scripts: [...new Set(needed.map(({ script }) => script))],
    connects: needed.some(({ connects }) => connects),
  }
}

const FAILED: ReadonlyMap<string | undefined, Failed['type']> = new Map([
  ['EmailSignin', 'email'],
  ['CredentialsSignin', 'credentials'],
])

/** The forms that a failure is about. Where several may have failed, none has the message. */
function findFailed({ error, providers, forms, lastIdentifier }: SignInProps): Failed | undefined {
  const type = FAILED.get(error)
  if (type === undefined) return undefined
  const able = providers.filter((one) => one.type === type && findForm(forms, one))
  const [only, ...others] = able
  const meant =
    able.find(({ id }) => id === lastIdentifier?.provider) ?? (others.length > 0 ? undefined : only)
  return { type, id: meant?.id }
}

/** Renders the sign-in page. */
export function renderSignIn(props: SignInProps): Page {
  const {
    texts = en,
    providers,
    forms,
    host,
    csrfToken,
    callbackUrl,
    email,
    lastIdentifier,
  } = props
  const failed = findFailed(props)
  const message = notice(props, texts)
  const used = providers.length > 1 ? props.used : undefined
  const shown = sections(
    {
      texts,
      providers,
      csrfToken,
      callbackUrl,
      email,
      lastIdentifier,
      failed,
      notice: message,
      used,
    },
    forms,
  )
  const separator = html`<p class="or">${texts.signIn.or}</p>`
  const none = html`<p class="message">${texts.signIn.none}</p>
    ${problemList(props.problems)}`
  const choices = shown.map(({ markup }, index) => html`${index > 0 && separator}${markup}`)
  const wide = providers.filter(isRedirect).length >= MANY
  return renderPage(props, {
    title: texts.signIn.title,
    className: wide ? 'signin wide' : 'signin',
    lead: host ? fill(texts.signIn.to, { host: html`<bdi>${host}</bdi>` }) : undefined,
    body: html`${props.development} ${failed?.id === undefined && message} ${props.present}
    ${shown.length > 0 ? choices : none}`,
    style: shown.map(({ style }) => style).join(''),
    sheets: [...new Set(shown.flatMap(({ sheet }) => sheet ?? []))],
    ...listScripts(forms, providers),
  })
}
