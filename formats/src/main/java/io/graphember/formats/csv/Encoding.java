// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.csv;

import io.graphember.config.SettingName;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** How the characters of a text file are written; none of them holds half a surrogate pair. */
public enum Encoding {
  /** Unicode in one to four bytes. */
  UTF_8(StandardCharsets.UTF_8),
  /** ISO 8859-1, a byte for each character of Western Europe. */
  LATIN1(StandardCharsets.ISO_8859_1),
  /** Latin-1 with quotes, dashes and the euro, as Windows writes it. */
  WINDOWS_1252(Charset.forName("windows-1252"));

  private final Charset charset;

  Encoding(Charset charset) {
    this.charset = charset;
  }

  /** How a job file writes it. */
  String text() {
    return SettingName.of(this);
  }

  /** Decodes strictly: bytes that mean nothing are an error. */
  CharsetDecoder decoder() {
    return charset.newDecoder();
  }
}
