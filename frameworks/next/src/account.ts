'use client'

export {
  AccountMessages,
  Devices,
  LinkedAccounts,
  Passkeys,
  SignOutEverywhere,
  useAccount,
} from '@latchstring/react/account'
export type {
  Account,
  AccountDevice,
  AccountListProps,
  AccountMessagesProps,
  AccountNotice,
  AccountTexts,
  AccountValue,
  AccountWay,
  UseAccountOptions,
} from '@latchstring/react/account'
