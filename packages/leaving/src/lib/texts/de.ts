import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'de',
  data: 'Meine Daten herunterladen',
  dataLead:
    'Eine Datei mit dem, was wir über Sie speichern: Ihr Konto, Ihre Anmeldemethoden und wo Sie angemeldet sind.',
  download: 'Herunterladen',
  delete: 'Mein Konto löschen',
  deleteLead:
    'Damit löschen Sie Ihr Konto, Ihre Anmeldemethoden und was wir über Sie speichern. Sie werden überall abgemeldet.',
  until:
    'Bis zum {date} können Sie es sich anders überlegen: Melden Sie sich an und behalten Sie Ihr Konto. Danach lässt es sich nicht rückgängig machen.',
  atOnce: 'Das geschieht sofort und lässt sich nicht rückgängig machen.',
  sure: 'Ich möchte mein Konto löschen',
  unsure: 'Setzen Sie das Häkchen, um Ihr Konto zu löschen.',
  leaving: 'Ihr Konto wird am {date} gelöscht',
  signedOut:
    'Sie sind überall abgemeldet. Um Ihr Konto zu behalten, melden Sie sich vor dem {date} an.',
  deleted: 'Ihr Konto wurde gelöscht.',
  keep: 'Mein Konto behalten',
  kept: 'Konto behalten?',
  leave: 'Nicht behalten',
  unchanged: 'Es hat sich nichts geändert',
  unchangedText: 'Ihr Konto wird gelöscht. Um es zu behalten, melden Sie sich noch einmal an.',
  begun: 'Dieses Konto wird gerade gelöscht.',
  notNow: 'Ihr Konto kann gerade nicht gelöscht werden. {why}',
}
