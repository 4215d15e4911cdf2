// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links between pages lead to files and headings that are there. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");
  private static final Pattern PAGE = Pattern.compile("'?: (\\S+\\.md)$", Pattern.MULTILINE);

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  /** Code is no text: what looks like a link there is none. */
  private static String text(Path page) throws IOException {
    return Files.readString(page)
        .replaceAll("(?ms)^ *```.*?^ *```", "")
        .replaceAll("`[^`\n]*`", "");
  }

  private Set<String> anchors(Path page) throws IOException {
    final Set<String> known = anchors.get(page);
    if (known != null) {
      return known;
    }
    final Set<String> all = new HashSet<>();
    final Matcher matcher =
        HEADING.matcher(Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```", ""));
    while (matcher.find()) {
      all.add(anchor(matcher.group(1)));
    }
    anchors.put(page, all);
    return all;
  }

  /** As GitHub and MkDocs make anchors of headings. */
  private static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{Alnum} _-]", "")
        .strip()
        .replace(' ', '-');
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    final List<String> dead = new ArrayList<>();
    for (Path page : Pages.all()) {
      final Matcher matcher = LINK.matcher(text(page));
      while (matcher.find()) {
        final String link = matcher.group(1);
        if (!link.contains("://") && !link.startsWith("mailto:") && !leads(page, link)) {
          dead.add(Pages.ROOT.relativize(page) + " -> " + link);
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  private boolean leads(Path page, String link) throws IOException {
    final int hash = link.indexOf('#');
    final String file = hash < 0 ? link : link.substring(0, hash);
    final Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  /** The documentation site lists every page for users, and the reference. */
  @Test
  void theSiteHasEveryPage() throws IOException {
    final Set<Path> listed = new HashSet<>();
    final Matcher matcher = PAGE.matcher(Files.readString(Pages.ROOT.resolve("docs/site.yml")));
    while (matcher.find()) {
      listed.add(Pages.ROOT.resolve(matcher.group(1).replace("index.md", "README.md")));
    }
    assertThat(listed).allMatch(Files::exists);
    for (Path page : Pages.all()) {
      if (!page.startsWith(Pages.ROOT.resolve("docs/design"))
          && !page.getParent().equals(Pages.ROOT)) {
        assertThat(listed).contains(page);
      }
    }
  }
}
