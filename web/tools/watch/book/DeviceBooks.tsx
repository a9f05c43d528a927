import { useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '#web/kit/i18n/index.ts';
import styles from './Book.module.css';
import { bookLink } from './bookAddress.ts';
import { forgetBook, readBooks } from './deviceBooks.ts';

/** The watchbooks whose links this browser keeps. */
export function DeviceBooks() {
  const { LL, locale } = useTexts();
  const words = LL.book.device;
  const [books, setBooks] = useState(readBooks);
  if (books.length === 0) return null;
  return (
    <section className={styles.device}>
      <h2>{words.title()}</h2>
      <ul>
        {books.map((book) => (
          <li key={`${book.id}/${book.area}`}>
            <Link href={bookLink(book, book.keys, locale)}>{book.name}</Link>
            <button
              type="button"
              onClick={() => {
                forgetBook(book);
                setBooks(readBooks());
              }}
            >
              {words.forget({ name: book.name })}
            </button>
          </li>
        ))}
      </ul>
      <p>{words.note()}</p>
    </section>
  );
}
