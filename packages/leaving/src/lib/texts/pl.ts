import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'pl',
  data: 'Pobierz moje dane',
  dataLead: 'Jeden plik z tym, co o Tobie przechowujemy: konto, metody logowania i aktywne sesje.',
  download: 'Pobierz',
  delete: 'Usuń moje konto',
  deleteLead:
    'Usuniemy Twoje konto, metody logowania i to, co o Tobie przechowujemy. Nastąpi wylogowanie ze wszystkich urządzeń.',
  until:
    'Możesz zmienić zdanie do {date}: zaloguj się i zachowaj konto. Później nie da się tego cofnąć.',
  atOnce: 'Stanie się to od razu i nie da się tego cofnąć.',
  sure: 'Chcę usunąć swoje konto',
  unsure: 'Zaznacz pole, aby usunąć konto.',
  leaving: 'Twoje konto zostanie usunięte {date}',
  signedOut:
    'Nastąpiło wylogowanie ze wszystkich urządzeń. Aby zachować konto, zaloguj się przed {date}.',
  deleted: 'Twoje konto zostało usunięte.',
  keep: 'Zachowaj moje konto',
  kept: 'Zachować konto?',
  leave: 'Nie zachowuj',
  unchanged: 'Nic się nie zmieniło',
  unchangedText: 'Twoje konto zostanie usunięte. Aby je zachować, zaloguj się ponownie.',
  begun: 'To konto jest właśnie usuwane.',
  notNow: 'Nie można teraz usunąć Twojego konta. {why}',
}
