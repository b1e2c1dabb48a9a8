import type { RecoveryTexts } from './en.ts'

export const pl: RecoveryTexts = {
  locale: 'pl',
  lostBoth: 'Nie mam już aplikacji ani kodów zapasowych',
  lostTitle: 'Zastąp utraconą aplikację',
  lostLead:
    'Wyślemy Ci link e-mailem. Po jego otwarciu zacznie się czas oczekiwania. Nową aplikację można skonfigurować od {date}.',
  lostTold:
    'Każda zalogowana przeglądarka pokazuje prośbę i może ją anulować. Anuluje ją też zalogowanie się za pomocą aplikacji lub kodu zapasowego.',
  lostSend: 'Wyślij mi link',
  lostSent: 'Sprawdź pocztę e-mail. Otwórz link lub wpisz tutaj kod.',
  lostByMail:
    'To logowanie odbyło się przez e-mail. Aby zastąpić aplikację, użyj innej metody logowania.',
  lostConfirm:
    'Nową aplikację można skonfigurować od {date}. Do tego czasu stare aplikacje i kody zapasowe działają.',
  proofSubject: 'Potwierdź utratę aplikacji',
  proofLead:
    'Ktoś zalogował się na Twoje konto i podał, że aplikacja uwierzytelniająca i kody zapasowe zostały utracone. To nie Ty? Nie używaj linku i zmień hasło.',
  proofButton: 'Kontynuuj',
  proofIgnore: 'Nikomu nie udostępniaj linku ani kodu.',
  request: 'Poproś o nową aplikację',
  running:
    'Zgłoszono prośbę o nową aplikację uwierzytelniającą. Od {date} możesz się zalogować i ją skonfigurować. Stare aplikacje i kody zapasowe przestaną wtedy działać.',
  askedSubject: 'Zgłoszono prośbę o nową aplikację uwierzytelniającą dla Twojego konta',
  cancel: 'Anuluj prośbę',
  cancelNone: 'Nie ma żadnej prośby o nową aplikację.',
  cancelledSubject: 'Prośba o nową aplikację uwierzytelniającą została anulowana',
  replaceTitle: 'Skonfiguruj nową aplikację',
  replaceLead:
    'Stare aplikacje i kody zapasowe przestaną działać, a wszystkie przeglądarki zostaną wylogowane.',
  foundLead:
    'Masz jednak aplikację lub kod zapasowy? Wpisz kod, aby się zalogować. Prośba zostanie wtedy anulowana.',
  foundCode: '6-cyfrowy kod lub kod zapasowy',
  replacedLead:
    'Aplikacja została zastąpiona, a wszystkie przeglądarki wylogowano. Zaloguj się za pomocą nowej aplikacji.',
  signIn: 'Zaloguj się',
  replacedSubject: 'Zastąpiono Twoją aplikację uwierzytelniającą i kody zapasowe',
}
