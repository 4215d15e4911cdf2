// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.docs;

import io.graphember.config.SettingsReference;
import io.graphember.config.SettingsReference.Entry;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.List;

/** The page docs/reference/job-file.md: every setting of a job file, a table for each section. */
final class JobFilePage {
  private static final String HEAD =
      """
      # Job file

      A job file is YAML or JSON: up to 1 MiB of UTF-8, 32 levels deep, without anchors, aliases and tags, no setting twice. A setting may be changed on
      the command line with `--set path=value`, for example `--set training.epochs=50` or `--set 'training.fanouts=[15, 10]'`. All problems of a file come
      in one report. `examples/jobs/all-settings.yaml` is a file that says every setting.

      This page is written from the classes that read the file (`mvn verify -Dgraphember.docs.write=true`).
      """;

  private JobFilePage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    List<Entry> entries = SettingsReference.of(JobSettings.class).entries();
    section(page, entries, "");
    entries.stream()
        .filter(entry -> holdsOthers(entries, entry))
        .forEach(
            entry -> {
              page.append("\n## ").append(entry.path()).append("\n\n");
              page.append(entry.description());
              page.append(entry.optional() ? " May be left out.\n" : "\n");
              section(page, entries, below(entry));
            });
    return page.toString();
  }

  private static boolean holdsOthers(List<Entry> entries, Entry section) {
    return (section.section() || section.type().contains(" section"))
        && entries.stream().anyMatch(entry -> entry.path().startsWith(below(section)));
  }

  /** What the paths of a section's settings begin with. */
  private static String below(Entry section) {
    if (section.type().startsWith("list of")) {
      return section.path() + "[].";
    }
    return section.path() + (section.type().startsWith("names with") ? ".*." : ".");
  }

  private static void section(StringBuilder page, List<Entry> entries, String prefix) {
    List<Entry> own = new ArrayList<>();
    for (Entry entry : entries) {
      String path = entry.path();
      if (path.startsWith(prefix) && path.indexOf('.', prefix.length()) < 0) {
        own.add(entry);
      }
    }
    page.append("\n| setting | type | default | rule | what it is |\n|---|---|---|---|---|\n");
    own.forEach(entry -> page.append(row(entries, entry)).append('\n'));
  }

  private static String row(List<Entry> entries, Entry entry) {
    String name = "`" + entry.name() + "`";
    if (holdsOthers(entries, entry)) {
      name = "[%s](#%s)".formatted(name, entry.path().toLowerCase().replaceAll("[^a-z0-9-]", ""));
    }
    return "| %s | %s | %s | %s | %s |"
        .formatted(
            name, entry.type(), byDefault(entry), cell(entry.rule()), cell(description(entry)));
  }

  private static String description(Entry entry) {
    return entry.goesWith().isEmpty()
        ? entry.description()
        : "With `%s`: %s".formatted(entry.goesWith(), entry.description());
  }

  private static String byDefault(Entry entry) {
    if (entry.byDefault().isPresent()) {
      return "`" + entry.byDefault().get() + "`";
    }
    return entry.required() ? "**required**" : "";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("*", "\\*");
  }
}
