'use client'

import * as React from 'react'
import type { AccountDevice, AccountWay } from './request.ts'
import { fill, selectTexts, type AccountTexts } from './texts.ts'
import type { AccountValue } from './use-account.ts'

/** Props of the lists of an account. */
export interface AccountListProps {
  /** Result of `useAccount`. */
  readonly value: AccountValue
  /** Texts that replace those of the server, which are in the language of the browser. */
  readonly texts?: Partial<AccountTexts> | undefined
  /** Language of the dates, such as `de`. Default: that of the texts. */
  readonly locale?: string | undefined
  /** Class of the outermost element. */
  readonly className?: string | undefined
}

/** Props of {@link AccountMessages}. */
export type AccountMessagesProps = Omit<AccountListProps, 'locale'>

type Element = React.ReactElement | null

const h = React.createElement

interface ButtonProps {
  readonly label: string
  /** Accessible name: screen readers read the buttons of a list without their rows. */
  readonly named?: string
  readonly busy: boolean
  readonly press: () => Promise<boolean>
}

const button = ({ label, named, busy, press }: ButtonProps): React.ReactElement =>
  h(
    'button',
    {
      type: 'button',
      'aria-label': named,
      // Not `disabled`, which would remove the focus while the request is pending.
      'aria-disabled': busy,
      onClick: () => void (busy || press()),
    },
    label,
  )

/** Characters of the id that distinguish passkeys without a name, here and on the built-in page. */
const toName = ({ id, type, name, synced, label }: AccountWay, texts: AccountTexts): string =>
  type === 'account'
    ? name
    : `${label ?? (synced ? texts.synced : texts.oneDevice)} ${id.slice(0, 4)}`

/** Input for the name of a passkey. It stays open, so that the focused element keeps the focus. */
function renameForm(way: AccountWay, value: AccountValue, texts: AccountTexts): Element {
  const { account, busy, rename } = value
  const { id, label } = way
  const input = `latchstring-label-${id}`
  const submit = (event: React.FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('label')
    if (!busy && typeof given === 'string') void rename(id, given)
  }
  return h(
    'details',
    null,
    h(
      'summary',
      { 'aria-label': fill(texts.labelled, { action: texts.rename, name: toName(way, texts) }) },
      texts.rename,
    ),
    h(
      'form',
      { onSubmit: submit },
      h('label', { htmlFor: input }, texts.name),
      ' ',
      h('input', {
        id: input,
        name: 'label',
        dir: 'auto',
        autoComplete: 'off',
        maxLength: account?.longestLabel,
        defaultValue: label ?? '',
      }),
      ' ',
      h('button', { type: 'submit', 'aria-disabled': busy }, texts.save),
    ),
  )
}

function wayRow(way: AccountWay, value: AccountValue, texts: AccountTexts): Element {
  const { id, removable, renamable } = way
  const { busy, remove } = value
  const name = toName(way, texts)
  return h(
    'li',
    { key: id },
    h('strong', { dir: 'auto' }, name),
    ' ',
    removable
      ? button({
          label: texts.remove,
          named: fill(texts.labelled, { action: texts.remove, name }),
          busy,
          press: () => remove(id),
        })
      : h('span', null, texts.only),
    renamable === true && renameForm(way, value, texts),
  )
}

/**
 * Lists the accounts of the user, each with a button that removes it unless it is the last sign-in method. The list has no
 * styles.
 *
 * @param props - result of `useAccount`, texts, and a class
 * @returns a list, or nothing until the account is loaded
 *
 * @example
 * ```tsx
 * import { LinkedAccounts, useAccount } from '@latchstring/react/account'
 * import type { ReactElement } from 'react'
 *
 * export function Ways(): ReactElement {
 *   return <LinkedAccounts value={useAccount()} texts={{ remove: 'Entfernen' }} />
 * }
 * ```
 */
export function LinkedAccounts({ value, className, ...props }: AccountListProps): Element {
  const { account } = value
  if (!account) return null
  const texts = selectTexts(value.texts, props.texts)
  const mail =
    account.email !== null &&
    h('li', { key: 'mail' }, h('strong', null, texts.mail), ' ', account.email)
  const rows = account.ways
    .filter(({ type }) => type === 'account')
    .map((way) => wayRow(way, value, texts))
  return h('ul', { className, 'aria-label': texts.accounts }, ...rows, mail)
}

/**
 * Lists the passkeys of the user, each with a button that removes it unless it is the last sign-in method, and with an input for its
 * name if the adapter stores names. To add a passkey, call `signIn` of
 * `@latchstring/react/webauthn` with `action: 'register'`.
 *
 * @param props - result of `useAccount`, texts, and a class
 * @returns a list, a sentence if there are no passkeys, or nothing until the account is loaded
 */
export function Passkeys({ value, className, ...props }: AccountListProps): Element {
  const { account } = value
  if (!account) return null
  const texts = selectTexts(value.texts, props.texts)
  const passkeys = account.ways.filter(({ type }) => type === 'passkey')
  if (passkeys.length === 0) return h('p', { className }, texts.noPasskeys)
  const rows = passkeys.map((way) => wayRow(way, value, texts))
  return h('ul', { className, 'aria-label': texts.passkeys }, ...rows)
}

const toDate = (text: string, locale: string | undefined): React.ReactElement =>
  h('time', { dateTime: text }, new Date(text).toLocaleDateString(locale, { dateStyle: 'medium' }))

interface Row {
  readonly value: AccountValue
  readonly texts: AccountTexts
  readonly locale: string | undefined
}

/** Translates a label such as `Firefox on Linux`, whose two names are the same in every language. */
function nameDevice(label: string | null, texts: AccountTexts): string {
  if (label === null) return texts.unknownDevice
  const [browser = '', system, ...more] = label.split(' on ')
  return system === undefined || more.length > 0
    ? label
    : fill(texts.browserOn, { browser, system })
}

function deviceRow(device: AccountDevice, { value, texts, locale }: Row): Element {
  const { id, current, label, place, lastSeenAt } = device
  const { busy, endDevice } = value
  const name = nameDevice(label, texts)
  const [before, after] = texts.lastSeen.split('{when}')
  return h(
    'li',
    { key: id },
    h('strong', null, name),
    place !== null && ` ${place}`,
    lastSeenAt !== null &&
      h('span', null, ' ', before, toDate(lastSeenAt, locale ?? texts.lang), after),
    ' ',
    current
      ? h('span', null, texts.thisDevice)
      : button({
          label: texts.endDevice,
          named: fill(texts.labelled, { action: texts.endDevice, name }),
          busy,
          press: () => endDevice(id),
        }),
  )
}

/**
 * Lists the browsers in which the user is signed in. Each but the current one has a button that signs it out.
 *
 * @param props - result of `useAccount`, texts, the language of the dates, and a class
 * @returns a list, or nothing until the account is loaded and without `session.devices`
 */
export function Devices({ value, className, locale, ...props }: AccountListProps): Element {
  const devices = value.account?.devices
  if (!devices) return null
  const texts = selectTexts(value.texts, props.texts)
  const rows = devices.map((device) => deviceRow(device, { value, texts, locale }))
  return h('ul', { className, 'aria-label': texts.devices }, ...rows)
}

/**
 * Shows two buttons: one signs out on all other devices, the other on all devices.
 *
 * @param props - result of `useAccount`, texts, and a class
 * @returns the buttons, or nothing until the account is loaded and without `session.devices`
 */
export function SignOutEverywhere({ value, className, ...props }: AccountListProps): Element {
  const { account, busy, signOutEverywhere } = value
  if (!account?.devices) return null
  const texts = selectTexts(value.texts, props.texts)
  return h(
    'div',
    { className },
    account.devices.length > 1 &&
      button({ label: texts.endOthers, busy, press: () => signOutEverywhere('others') }),
    ' ',
    button({ label: texts.endAll, busy, press: () => signOutEverywhere('all') }),
  )
}

function sayProblem({ status, problem, notice }: AccountValue, texts: AccountTexts): string | null {
  if (status === 'unauthenticated') return texts.signedOut
  // The change has succeeded even if the list could not be read again.
  if (!problem || notice) return null
  return problem.code === 'StepUpRequired' ? texts.tooLongAgo : texts.failed
}

/** Returns the URL of the sign-in page, with this page as target. */
const signInUrl = (basePath: string): string =>
  `${basePath}/signin?callbackUrl=${encodeURIComponent(location.pathname + location.search)}`

/**
 * Shows whether the account is loading, the last change and the last failure, with a link to the sign-in page if a (recent) sign-in
 * is needed. Screen readers announce changes. Put it above the lists.
 *
 * @param props - result of `useAccount`, texts, and a class
 * @returns two live regions
 */
export function AccountMessages({ value, className, ...props }: AccountMessagesProps): Element {
  const { status, notice, problem, basePath } = value
  const texts = selectTexts(value.texts, props.texts)
  const said = status === 'loading' ? texts.loading : notice && texts[notice]
  const needsSignIn = status === 'unauthenticated' || problem?.code === 'StepUpRequired'
  return h(
    'div',
    { className },
    h('p', { role: 'status' }, said),
    h(
      'p',
      { role: 'alert' },
      sayProblem(value, texts),
      needsSignIn &&
        h(React.Fragment, null, ' ', h('a', { href: signInUrl(basePath) }, texts.signIn)),
    ),
  )
}
