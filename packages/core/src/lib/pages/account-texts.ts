import type { AccountTexts } from '../types/account-texts.ts'
import type { Texts } from '../types/texts.ts'

/** The texts that components show beside the account, such as those of `@latchstring/react/account`. */
export function accountTexts({
  lang,
  account,
  common,
  devices,
  signIn,
  signOut,
}: Texts): AccountTexts {
  const { accounts, passkeys, noPasskeys, mail, synced, oneDevice, remove, rename, name } = account
  const { save, only, removed, renamed, signedOut: ended, tooLongAgo, failed } = account
  return {
    lang,
    accounts,
    passkeys,
    noPasskeys,
    mail,
    synced,
    oneDevice,
    remove,
    rename,
    name,
    save,
    only,
    removed,
    renamed,
    ended,
    tooLongAgo,
    failed,
    devices: devices.title,
    thisDevice: devices.here,
    unknownDevice: devices.unknown,
    browserOn: devices.browserOn,
    lastSeen: devices.lastSeen,
    endDevice: devices.signOut,
    endOthers: devices.others,
    endAll: devices.all,
    signedOut: signOut.nobody,
    signIn: signIn.submit,
    labelled: common.labelled,
  }
}
