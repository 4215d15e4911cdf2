// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

class TorchScriptArchiveTest {
  @Test
  void holdsTheFiveEntriesUncompressed() throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    byte[] archive = TorchScriptArchive.of("Sum", "source");
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
        entries.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(entries.keySet())
        .containsExactly(
            "module/data.pkl",
            "module/byteorder",
            "module/code/__torch__.py",
            "module/constants.pkl",
            "module/version");
    assertThat(entries)
        .containsEntry("module/byteorder", "little")
        .containsEntry("module/code/__torch__.py", "source")
        .containsEntry("module/version", "3\n");
    assertThat(entries.get("module/data.pkl")).contains("c__torch__\nSum\n").endsWith("b.");
  }

  @Test
  void isTheSameEveryTime() {
    assertThat(TorchScriptArchive.of("Sum", "source"))
        .isEqualTo(TorchScriptArchive.of("Sum", "source"));
  }
}
