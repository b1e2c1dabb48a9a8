import type { Texts } from '../../types/texts.ts'

export const pl: Texts = {
  lang: 'pl',
  direction: 'ltr',
  common: {
    home: 'Przejdź do strony głównej',
    toSignIn: 'Przejdź do logowania',
    reference: 'Numer referencyjny: {ref}',
  },
  signIn: {
    title: 'Zaloguj się',
    to: 'aby przejść do {host}',
    continueWith: 'Kontynuuj z {name}',
    or: 'lub',
    email: 'Adres e-mail',
    emailExample: 'imie@example.com',
    sendLink: 'Wyślij mi link do logowania',
    submit: 'Zaloguj się',
    unsupported: 'Logowanie za pomocą {name} nie działa w tej przeglądarce.',
    none: 'Nie skonfigurowano tu jeszcze żadnego sposobu logowania.',
    code: 'Kod: {code}',
    lastUsed: 'Ostatnio używane',
    showPassword: 'Pokaż hasło',
    passkey: 'Zaloguj się kluczem dostępu',
    unknown: 'Taki sposób logowania tutaj nie istnieje. Wybierz inny.',
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
    Signin: 'Logowanie się nie powiodło. Spróbuj ponownie albo wybierz inny sposób.',
    OAuthSignin:
      'Nie udało się rozpocząć logowania przez tę usługę. Odczekaj chwilę i spróbuj ponownie albo wybierz inny sposób.',
    OAuthCallbackError:
      'Usługa nie potwierdziła logowania. Spróbuj ponownie albo wybierz inny sposób.',
    OAuthCreateAccount:
      'Usługa potwierdziła Twoją tożsamość, ale nie udało się tu utworzyć konta. Spróbuj ponownie albo wybierz inny sposób logowania.',
    EmailCreateAccount:
      'Nie udało się utworzyć konta dla tego adresu e-mail. Spróbuj ponownie albo użyj innego adresu.',
    Callback: 'Podczas logowania coś poszło nie tak. Zacznij jeszcze raz od tej strony.',
    OAuthAccountNotLinked:
      'Konto z tym adresem e-mail już istnieje. Zaloguj się tak jak wcześniej, abyśmy wiedzieli, że należy do Ciebie.',
    EmailSignin:
      'Nie udało się wysłać wiadomości. Sprawdź, czy w adresie nie ma literówki, i spróbuj ponownie.',
    CredentialsSignin: 'Podane dane nie pasują do żadnego konta. Sprawdź je i spróbuj ponownie.',
    SessionRequired: 'Zaloguj się, aby otworzyć tę stronę.',
  },
  present: {
    named: 'Jesteś zalogowany(-a) jako {name}.',
    unnamed: 'Jesteś zalogowany(-a).',
    other: 'Użyj innego konta',
  },
  signInReasons: {
    cancelled:
      'Logowanie zostało przez Ciebie anulowane. Możesz spróbować ponownie w dowolnej chwili.',
    expired:
      'Trwało to zbyt długo albo zostało rozpoczęte w innej przeglądarce. Zacznij jeszcze raz.',
    ours: 'Coś nie działa po naszej stronie; to nie Twoja wina. Wybierz inny sposób logowania albo spróbuj później.',
    service:
      'Wybrana usługa nie odpowiada teraz prawidłowo. Spróbuj ponownie za kilka minut albo wybierz inny sposób logowania.',
    'other-way':
      'Nie możemy Cię zalogować w ten sposób, ponieważ usługa nie przekazała nam wszystkiego, czego potrzebujemy. Wybierz inny sposób.',
  },
  signOut: {
    title: 'Wyloguj się',
    question: 'Czy chcesz się wylogować w tej przeglądarce?',
    submit: 'Wyloguj się',
    stay: 'Nie wylogowuj',
    nobody: 'Nie jesteś tu zalogowany(-a).',
  },
  error: {
    Configuration: {
      title: 'Logowanie jest niedostępne',
      message: 'Ta strona nie jest poprawnie skonfigurowana. To nie Twoja wina.',
      advice: 'Spróbuj później. Jeśli nic się nie zmieni, powiadom osoby prowadzące tę stronę.',
    },
    AccessDenied: {
      title: 'Brak dostępu',
      message: 'Tym kontem nie można się tu zalogować.',
      advice: 'Zaloguj się innym kontem albo poproś o dostęp osoby prowadzące tę stronę.',
    },
    Verification: {
      title: 'Ten link już nie działa',
      message: 'Wygasł, został już użyty albo jest niekompletny.',
      advice: 'Poproś o nowy na stronie logowania.',
    },
    Default: {
      title: 'Coś poszło nie tak',
      message: 'Nie udało się zalogować.',
      advice: 'Zacznij jeszcze raz od strony logowania.',
    },
  },
  verifyRequest: {
    title: 'Sprawdź pocztę',
    sentTo:
      'Wiadomość jest w drodze na adres {address}. Otwórz zawarty w niej link, aby się zalogować.',
    sent: 'Wiadomość jest w drodze. Otwórz zawarty w niej link, aby się zalogować.',
    code: 'Kod z wiadomości',
    codeHint: 'Spacje, myślniki i małe litery nie mają znaczenia.',
    submit: 'Zaloguj się',
    wrongCode: 'Ten kod jest błędny lub już nieważny. Porównaj go z najnowszą wiadomością.',
    attemptsLeft: 'Pozostałe próby: {count}',
    nothingThere: 'Po kilku minutach nadal nic? Zajrzyj do folderu ze spamem.',
    again: 'Spróbuj ponownie lub użyj innego adresu',
  },
  confirmLink: {
    title: 'Czy to Ty?',
    question: 'Za chwilę zalogujesz się jako {address}.',
    reason:
      'Nie ma pewności, że o link poproszono w tej przeglądarce. Potwierdź, że chcesz się zalogować tutaj.',
    submit: 'Tak, zaloguj',
    notMe:
      'To nie Twój adres albo nie prosisz o logowanie? Zamknij tę stronę: nic się jeszcze nie stało.',
  },
  continueSignIn: {
    title: 'Jeszcze jeden krok',
    message: 'Wracasz z serwisu {name}. Kontynuuj tutaj, aby dokończyć.',
    submit: 'Kontynuuj',
    notMe: 'Nie prosisz o to? Zamknij tę stronę: nic się jeszcze nie stało.',
  },
  endSession: {
    title: 'Tutaj nastąpiło wylogowanie',
    message: 'W serwisie {name} sesja nadal trwa. Kontynuuj, aby wylogować się także tam.',
    submit: 'Przejdź do {name}',
    stay: 'Nie wylogowuj tam',
  },
  signedOut: {
    title: 'Nic się tu nie zmieniło',
    message:
      'To wylogowanie nie zostało rozpoczęte w tej przeglądarce albo minęło ponad dziesięć minut.',
  },
  devices: {
    title: 'Twoje aktywne logowania',
    lead: 'Wyloguj się tam, gdzie logowanie nie jest już potrzebne, i wszędzie, gdzie nie rozpoznajesz przeglądarki.',
    here: 'Ta przeglądarka',
    unknown: 'Nieznana przeglądarka',
    browserOn: '{browser} w systemie {system}',
    signedIn: 'Logowanie: {when}',
    signedInWith: 'Logowanie przez {name}: {when}',
    lastSeen: 'Ostatnia aktywność: {when}',
    signOut: 'Wyloguj się',
    others: 'Wyloguj się wszędzie oprócz tego miejsca',
    all: 'Wyloguj się wszędzie',
  },
  account: {
    title: 'Twoje sposoby logowania',
    lead: 'Usuń te, których już nie używasz. Ostatni pozostaje.',
    synced: 'Zsynchronizowany klucz dostępu',
    oneDevice: 'Klucz dostępu na jednym urządzeniu',
    mail: 'Link w e-mailu',
    remove: 'Usuń',
    rename: 'Zmień nazwę',
    name: 'Nazwa klucza dostępu',
    save: 'Zapisz',
    only: 'To jedyny sposób logowania, więc nie można go usunąć.',
  },
  ended: {
    'ended-by-user': 'Wylogowano Cię tutaj z innego urządzenia.',
    'signed-out-everywhere':
      'Wylogowano Cię, ponieważ zażądano wylogowania ze wszystkich urządzeń.',
    'password-changed': 'Wylogowano Cię, ponieważ zmieniono hasło.',
    'email-changed': 'Wylogowano Cię, ponieważ zmieniono adres e-mail.',
    'account-unlinked': 'Wylogowano Cię, ponieważ usunięto jeden ze sposobów logowania.',
    'passkey-removed': 'Wylogowano Cię, ponieważ usunięto klucz dostępu.',
    admin: 'Osoby prowadzące tę stronę wylogowały Cię.',
    'back-channel':
      'Wylogowano Cię, ponieważ nastąpiło wylogowanie z usługi, przez którą się logujesz.',
    'secret-leak': 'Dla bezpieczeństwa wylogowano wszystkich. Zaloguj się ponownie.',
    other: 'Twoja sesja się zakończyła. Zaloguj się ponownie.',
  },
  problem: {
    400: {
      title: 'Nie udało się',
      message:
        'Części żądania brakowało albo nie dało się jej odczytać. Wróć, odśwież stronę i spróbuj ponownie.',
    },
    403: {
      title: 'Żądanie odrzucone',
      message:
        'Być może strona była otwarta zbyt długo albo żądanie przyszło z innego miejsca. Wróć, odśwież stronę i spróbuj ponownie.',
    },
    404: {
      title: 'Nie znaleziono strony',
      message:
        'Pod tym adresem nic nie ma. Sprawdź, czy nie ma w nim literówki, albo zacznij od strony głównej.',
    },
    405: {
      title: 'Tak się nie da',
      message: 'Tego adresu nie można otworzyć bezpośrednio. Zacznij od strony głównej.',
    },
    413: {
      title: 'Zbyt dużo danych',
      message: 'Wysłano więcej, niż można tu przyjąć. Skróć wpisany tekst i spróbuj ponownie.',
    },
    415: {
      title: 'Nieznany format',
      message: 'Nie można tu odczytać wysłanych danych. Wróć i użyj formularza na stronie.',
    },
    429: {
      title: 'Zbyt wiele prób',
      message: 'Odczekaj kilka minut, a potem spróbuj ponownie.',
    },
    500: {
      title: 'Coś poszło nie tak po naszej stronie',
      message: 'Wystąpił nieoczekiwany błąd. Spróbuj ponownie za chwilę.',
    },
    503: {
      title: 'Chwilowo niedostępne',
      message:
        'Nie możemy połączyć się z częścią naszego systemu. Nie doszło do wylogowania; spróbuj ponownie za chwilę.',
    },
  },
  mail: {
    subject: 'Logowanie do {host}',
    button: 'Zaloguj się',
    link: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
    code: 'Albo wpisz ten kod na stronie, na której rozpoczęto logowanie:',
    validity: 'Link i kod działają tylko raz, przez {minutes} min.',
    ignore:
      'Jeśli to nie Ty prosisz o tę wiadomość, możesz ją zignorować. Bez linku lub kodu nikt się nie zaloguje.',
  },
}
