'use client'

export {
  AccountMessages,
  Devices,
  LinkedAccounts,
  Passkeys,
  SignOutEverywhere,
} from './lib/account/lists.ts'
export type { AccountListProps, AccountMessagesProps } from './lib/account/lists.ts'
export type { AccountTexts } from './lib/account/texts.ts'
export type { Account, AccountDevice, AccountWay } from './lib/account/request.ts'
export { useAccount } from './lib/account/use-account.ts'
export type { AccountNotice, AccountValue, UseAccountOptions } from './lib/account/use-account.ts'
