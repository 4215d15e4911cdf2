// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names that a section may have, those of inlined and of chosen records among them.
 *
 * @param known these names
 * @param others names that go with other tags, each with a sentence about those
 */
record SectionNames(Set<String> known, Map<String, String> others) {
  /** The names of a section that holds a record of a type. */
  static SectionNames of(Class<?> type, SettingNode.Section section) {
    SectionNames names = new SectionNames(new LinkedHashSet<>(), new LinkedHashMap<>());
    names.collect(type, section);
    names.others.keySet().removeAll(names.known);
    return names;
  }

  private void collect(Class<?> type, SettingNode.Section section) {
    Alternatives.of(type)
        .ifPresentOrElse(
            alternatives -> collect(alternatives, section), () -> components(type, section));
  }

  private void components(Class<?> record, SettingNode.Section section) {
    for (SettingComponent component : SettingComponent.of(record)) {
      if (component.inlined()) {
        collect(component.rawType(), section);
      } else {
        known.add(component.name());
      }
    }
  }

  private void collect(Alternatives alternatives, SettingNode.Section section) {
    known.add(alternatives.by());
    alternatives
        .chosen(section)
        .ifPresentOrElse(
            chosen -> {
              collect(chosen, section);
              other(alternatives, chosen, section);
            },
            () -> alternatives.records().values().forEach(each -> collect(each, section)));
  }

  /** Names of the records that were not chosen. */
  private void other(Alternatives alternatives, Class<?> chosen, SettingNode.Section section) {
    Map<String, Set<String>> tagsOf = new LinkedHashMap<>();
    alternatives
        .records()
        .forEach(
            (tag, record) ->
                of(record, section)
                    .known
                    .forEach(
                        name -> tagsOf.computeIfAbsent(name, k -> new LinkedHashSet<>()).add(tag)));
    tagsOf.forEach(
        (name, tags) ->
            others.putIfAbsent(
                name,
                "does not go with %s: %s, but with %s"
                    .formatted(
                        alternatives.by(), alternatives.name(chosen), String.join(", ", tags))));
  }

  /** The names in the order in which they are listed. */
  List<String> all() {
    return List.copyOf(known);
  }
}
