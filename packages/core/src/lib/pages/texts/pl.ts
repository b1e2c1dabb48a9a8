import type { Texts } from '../../types/texts.ts'

export const pl: Texts = {
  lang: 'pl',
  direction: 'ltr',
  common: {
    home: 'Przejdź do strony głównej',
    toSignIn: 'Wróć do logowania',
    reference: 'Numer referencyjny: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Spróbuj ponownie później. Pozostały czas: {duration}.',
    notYou: 'Jeśli to nie Ty, skontaktuj się z administratorem witryny.',
  },
  signIn: {
    title: 'Zaloguj się',
    to: 'aby przejść do {host}',
    continueWith: 'Kontynuuj z {name}',
    or: 'lub',
    email: 'Adres e-mail',
    emailExample: 'imie@example.com',
    sendLink: 'Kontynuuj przez e-mail',
    submit: 'Zaloguj się',
    unsupported:
      'Ta przeglądarka nie obsługuje logowania przez {name}. Użyj innej metody logowania.',
    none: 'Logowanie nie jest jeszcze skonfigurowane.',
    code: 'Kod błędu: {code}',
    lastUsed: 'Ostatnio używane',
    showPassword: 'Pokaż hasło',
    passkey: 'Zaloguj się kluczem dostępu',
    unknown: 'Ta metoda logowania jest niedostępna. Wybierz inną.',
    wrongEmailOrPassword: 'Nieprawidłowy adres e-mail lub hasło.',
    wrongUsernameOrPassword: 'Nieprawidłowa nazwa użytkownika lub hasło.',
    unsupportedPasskey:
      'Ta przeglądarka nie obsługuje kluczy dostępu. Zaktualizuj ją albo użyj innej metody logowania.',
  },
  fields: {
    username: 'Nazwa użytkownika',
    password: 'Hasło',
    code: 'Kod',
    oneTimeCode: 'Kod jednorazowy',
    name: 'Imię i nazwisko',
    phone: 'Numer telefonu',
  },
  signInErrors: {
    Signin: 'Nie udało się zalogować. Spróbuj ponownie albo użyj innej metody logowania.',
    OAuthSignin:
      'Nie udało się połączyć z tą usługą. Spróbuj ponownie za chwilę albo użyj innej metody logowania.',
    OAuthCallbackError:
      'Usługa nie dokończyła logowania. Spróbuj ponownie albo użyj innej metody logowania.',
    OAuthCreateAccount:
      'Nie udało się utworzyć konta. Spróbuj ponownie albo użyj innej metody logowania.',
    EmailCreateAccount:
      'Nie udało się utworzyć konta. Spróbuj ponownie albo użyj innego adresu e-mail.',
    Callback: 'Podczas logowania coś poszło nie tak. Spróbuj ponownie.',
    OAuthAccountNotLinked:
      'Ten adres e-mail jest już używany z inną metodą logowania. Zaloguj się tą metodą.',
    EmailSignin: 'Nie udało się wysłać wiadomości. Sprawdź adres i spróbuj ponownie.',
    CredentialsSignin: 'Nieprawidłowe dane logowania. Sprawdź je i spróbuj ponownie.',
    SessionRequired: 'Zaloguj się, aby kontynuować.',
  },
  providerErrors: {
    OAuthSignin:
      'Nie udało się połączyć z usługą {name}. Spróbuj ponownie za chwilę albo użyj innej metody logowania.',
    OAuthCallbackError:
      'Usługa {name} nie dokończyła logowania. Spróbuj ponownie albo użyj innej metody logowania.',
    service:
      'Usługa {name} nie odpowiada. Spróbuj ponownie za kilka minut albo użyj innej metody logowania.',
    'other-way':
      'Usługa {name} nie przekazała wszystkiego, co jest potrzebne do logowania. Użyj innej metody logowania.',
  },
  present: {
    named: 'Zalogowano jako {name}.',
    unnamed: 'Masz aktywną sesję.',
    other: 'Użyj innego konta',
  },
  signInReasons: {
    cancelled: 'Logowanie anulowane. Spróbuj ponownie albo użyj innej metody logowania.',
    expired: 'To logowanie wygasło albo zostało rozpoczęte w innej przeglądarce. Spróbuj ponownie.',
    ours: 'Coś poszło nie tak po naszej stronie. Spróbuj później albo użyj innej metody logowania.',
    service:
      'Usługa nie odpowiada. Spróbuj ponownie za kilka minut albo użyj innej metody logowania.',
    'other-way':
      'Usługa nie przekazała wszystkiego, co jest potrzebne do logowania. Użyj innej metody logowania.',
    removed: 'Ten klucz dostępu został usunięty z konta. Użyj innej metody logowania.',
    'step-up': 'Zaloguj się ponownie, aby kontynuować. To chroni Twoje konto.',
  },
  signOut: {
    title: 'Wyloguj się',
    question: 'Czy na pewno chcesz się wylogować?',
    submit: 'Wyloguj się',
    stay: 'Nie wylogowuj',
    nobody: 'Nie masz aktywnej sesji.',
  },
  error: {
    Configuration: {
      title: 'Logowanie jest niedostępne',
      message: 'Wystąpił problem z konfiguracją tej witryny.',
      advice:
        'Spróbuj później. Jeśli problem nie zniknie, skontaktuj się z administratorem witryny.',
    },
    AccessDenied: {
      title: 'Brak dostępu',
      message: 'Tym kontem nie można zalogować się do tej witryny.',
      advice: 'Użyj innego konta albo poproś o dostęp administratora witryny.',
    },
    Verification: {
      title: 'Ten link już nie działa',
      message: 'Mógł wygasnąć albo został już użyty.',
      advice: 'Zaloguj się ponownie, aby otrzymać nowy link.',
    },
    Default: {
      title: 'Coś poszło nie tak',
      message: 'Nie udało się zalogować.',
      advice: 'Spróbuj zalogować się ponownie.',
    },
  },
  verifyRequest: {
    title: 'Sprawdź pocztę',
    sentTo: 'Wysłaliśmy wiadomość na adres {address}. Otwórz link albo wpisz poniżej kod.',
    sent: 'Wysłaliśmy Ci wiadomość. Otwórz link, aby się zalogować.',
    linkSentTo: 'Wysłaliśmy wiadomość na adres {address}. Otwórz link, aby się zalogować.',
    code: 'Kod z wiadomości',
    codeHint: '8 liter i cyfr. Myślnik i wielkie litery nie są konieczne.',
    submit: 'Zaloguj się',
    wrongCode:
      'Ten kod jest nieprawidłowy albo wygasł. Sprawdź najnowszą wiadomość i spróbuj ponownie.',
    attemptsLeft: 'Pozostałe próby: {count}',
    nothingThere: 'Wiadomość nie dotarła? Sprawdź folder ze spamem.',
    again: 'Wyślij ponownie lub użyj innego adresu',
  },
  confirmLink: {
    title: 'Czy to Ty?',
    question: 'Logujesz się jako {address}.',
    reason:
      'Ten link mógł zostać wysłany na prośbę z innej przeglądarki. Potwierdź, że chcesz się tu zalogować.',
    submit: 'Tak, zaloguj',
    notMe: 'To nie Ty? Zamknij tę stronę, a logowanie się nie odbędzie.',
  },
  continueSignIn: {
    title: 'Jeszcze jeden krok',
    message: 'Kontynuuj, aby dokończyć logowanie przez {name}.',
    submit: 'Kontynuuj',
    notMe: 'To nie Ty? Zamknij tę stronę, a logowanie się nie odbędzie.',
  },
  keptForm: {
    title: 'Twój formularz nadal tu jest',
    message: 'Wpisane dane nie zostały jeszcze wysłane.',
    submit: 'Wyślij formularz',
    discard: 'Nie wysyłaj',
  },
  endSession: {
    title: 'Wylogowano',
    message: 'W usłudze {name} sesja nadal trwa. Czy wylogować się także tam?',
    submit: 'Wyloguj z {name}',
    stay: 'Nie wylogowuj z {name}',
  },
  signedOut: {
    title: 'Wylogowanie wygasło',
    message: 'Rozpoczęto je w innej przeglądarce albo ponad 10 minut temu. Nic się nie zmieniło.',
  },
  devices: {
    title: 'Twoje aktywne sesje',
    lead: 'Wyloguj się z przeglądarek, których nie rozpoznajesz albo już nie używasz.',
    here: 'Ta przeglądarka',
    unknown: 'Nieznana przeglądarka',
    browserOn: '{browser} w systemie {system}',
    signedIn: 'Logowanie: {when}',
    signedInWith: 'Logowanie przez {name}: {when}',
    lastSeen: 'Ostatnia aktywność: {when}',
    signOut: 'Wyloguj się',
    others: 'Wyloguj z innych urządzeń',
    all: 'Wyloguj ze wszystkich urządzeń',
    now: 'Teraz aktywna',
  },
  account: {
    title: 'Metody logowania',
    lead: 'Usuń te, których już nie używasz. Musi zostać co najmniej jedna.',
    synced: 'Zsynchronizowany klucz dostępu',
    oneDevice: 'Klucz dostępu na jednym urządzeniu',
    mail: 'Link w e-mailu',
    remove: 'Usuń',
    rename: 'Zmień nazwę',
    name: 'Nazwa klucza dostępu',
    save: 'Zapisz',
    only: 'Nie można usunąć jedynej metody logowania.',
    unused: 'Jeszcze nieużywany. Zaloguj się nim raz, zanim usuniesz inne metody logowania.',
    accounts: 'Połączone konta',
    passkeys: 'Klucze dostępu',
    noPasskeys: 'Brak kluczy dostępu.',
    removed: 'Usunięto.',
    renamed: 'Zapisano nazwę.',
    signedOut: 'Wylogowano.',
    tooLongAgo: 'Aby wprowadzić tę zmianę, zaloguj się ponownie. To chroni Twoje konto.',
    failed: 'Nie udało się. Spróbuj ponownie.',
  },
  ended: {
    'ended-by-user': 'Wylogowano Cię z innego urządzenia.',
    'signed-out-everywhere': 'Wylogowano Cię ze wszystkich urządzeń. Zaloguj się ponownie.',
    'password-changed': 'Zmieniono hasło, więc nastąpiło wylogowanie. Zaloguj się nowym hasłem.',
    'email-changed': 'Zmieniono adres e-mail, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    'account-unlinked':
      'Usunięto metodę logowania, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    'passkey-removed': 'Usunięto klucz dostępu, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    'factor-added':
      'Włączono weryfikację dwuetapową, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    'factor-removed':
      'Usunięto metodę weryfikacji dwuetapowej, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    'recovery-used': 'Odzyskano dostęp do konta, więc nastąpiło wylogowanie. Zaloguj się ponownie.',
    admin: 'Administrator zakończył Twoją sesję. Zaloguj się ponownie.',
    'back-channel':
      'Nastąpiło wylogowanie z usługi, przez którą się logujesz, więc zakończyliśmy też sesję w tej witrynie.',
    'secret-leak': 'Aby chronić konta, zakończyliśmy wszystkie sesje. Zaloguj się ponownie.',
    other: 'Twoja sesja się zakończyła. Zaloguj się ponownie.',
  },
  problem: {
    400: {
      title: 'Nie udało się tego przetworzyć',
      message: 'Wróć, odśwież stronę i spróbuj ponownie.',
    },
    403: {
      title: 'Ta strona wygasła',
      message: 'Wróć, odśwież stronę i spróbuj ponownie.',
    },
    404: {
      title: 'Nie znaleziono strony',
      message: 'Sprawdź adres albo zacznij od strony głównej.',
    },
    405: {
      title: 'Nie można otworzyć tej strony bezpośrednio',
      message: 'Zacznij od strony głównej.',
    },
    413: {
      title: 'Tekst jest za długi',
      message: 'Skróć wpisany tekst i spróbuj ponownie.',
    },
    415: {
      title: 'Nie udało się odczytać danych',
      message: 'Wróć i użyj formularza na stronie.',
    },
    429: {
      title: 'Zbyt wiele prób',
      message: 'Odczekaj kilka minut, a potem spróbuj ponownie.',
    },
    500: {
      title: 'Coś poszło nie tak',
      message: 'Problem leży po naszej stronie. Spróbuj ponownie za chwilę.',
    },
    503: {
      title: 'Chwilowo niedostępne',
      message:
        'Część naszego systemu nie odpowiada. Twoja sesja nadal trwa. Spróbuj ponownie za chwilę.',
    },
    acting: {
      title: 'Działasz w imieniu innej osoby',
      message:
        'W tym czasie ta czynność jest niedostępna. Wyloguj się jeden raz, aby wrócić na swoje konto.',
    },
  },
  mail: {
    subject: 'Logowanie do {host}',
    button: 'Zaloguj się',
    link: 'Przycisk nie działa? Skopiuj ten link do przeglądarki:',
    code: 'Albo wpisz ten kod tam, gdzie zaczęło się logowanie:',
    validity: 'Ważność: {duration}. Link i kod działają tylko raz.',
    ignore: 'To nie Ty? Zignoruj tę wiadomość. Nikomu nie udostępniaj linku ani kodu.',
    linkValidity: 'Ważność: {duration}. Link działa tylko raz.',
    linkIgnore: 'To nie Ty? Zignoruj tę wiadomość. Nikomu nie udostępniaj linku.',
  },
}
