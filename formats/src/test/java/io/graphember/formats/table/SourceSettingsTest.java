// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
import io.graphember.formats.fixture.Recorder;
import io.graphember.schema.source.SourceSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceSettingsTest {

  private static void refused(String yaml, String... problems) {
    final String heading =
        problems.length == 1 ? "1 setting is wrong:" : problems.length + " settings are wrong:";
    assertThatThrownBy(() -> Recorder.settings(yaml))
        .hasMessage(heading + "\njob.yaml:1: " + String.join("\njob.yaml:1: ", problems));
  }

  @Test
  void settingsGoTogether() {
    refused(
        "{type: csv, vertices: {file: v.csv, split: s}, edges: {file: e}}",
        "data: is missing and has no default: Folder of the files; a relative one is seen from the"
            + " folder of the job file, with --data from where the command runs.");
    refused(
        "{type: csv, data: d, vertices: {file: v.csv, split: s}, split: {train: t}}",
        "edges: is needed, or edgeTypes",
        "split = {train: ...}: and vertices.split both say the splits; leave one out");
    refused(
        "{type: parquet, data: d, edges: {source: a}, vertices: {key: k}}",
        "edges.file: is needed",
        "vertices.file: is needed");
    refused(
        "{type: csv, data: d, edges: {file: e}, vertices: {file: v, labelSeparator: '|', targets: [a]}}",
        "vertices.labelSeparator = |: needs label, the column of the classes",
        "vertices.targets = [a]: and labelSeparator both say what is predicted; leave one out");
    refused(
        "{type: csv, data: d, edges: {file: e, label: kind, target: stars}}",
        "edges.target = stars: and label both say what is predicted; leave one out");
    refused(
        "{type: csv, data: d, edges: {file: e.csv, delimiter: '#', comment: '#'},"
            + " vertices: {file: v.tsv, comment: \"\\t\"}}",
        "vertices.comment = \\t: must not be the delimiter".replace("\\t", " "),
        "edges.comment = #: must not be the delimiter");
    refused(
        "{type: csv, data: d, edges: {file: e.csv, delimiter: '\"', comment: ab}}",
        "edges.delimiter = \": must be one character or the word tab",
        "edges.comment = ab: must be one character");
    refused(
        "{type: ignite, edges: {query: q, cache: c}}",
        "edges.cache = c: and query both say what is read; leave one out");
    refused(
        "{type: ignite, edges: {query: q, table: t}}",
        "edges.table = t: and query both say what is read; leave one out");
    refused(
        "{type: ignite, edges: {cache: c, table: t}}",
        "edges.table = t: and cache both say what is read; leave one out");
    refused("{type: ignite, edges: {}}", "edges.query: is needed");
    refused(
        "{type: npy, data: d, edges: e, classNames: [a, a]}",
        "classNames = [a, ...]: must be distinct: a name stands for one class");
    refused(
        "{type: block-model, words: 5}",
        "words = 5: must be at least classes: every class has a word of its own");
  }

  @Test
  void aTypeHasItsOwnSettingsOnly() {
    refused(
        "{type: ogb, data: d, keys: string}",
        "keys = string: does not go with type: ogb, but with csv, parquet, json, ignite, triples");
    refused(
        "{type: block-model, data: d, splitName: s}",
        "data = d: does not go with type: block-model, but with csv, parquet, json, npy, npz, ogb, snap,"
            + " triples",
        "splitName = s: does not go with type: block-model, but with ogb");
    refused(
        "{type: triples, data: d, valid: v}",
        "train: is missing and has no default: File of the triples to train on, compressed with"
            + " gzip or not.");
    refused(
        "{type: triples, data: d, train: t, head: 3, comment: ','}",
        "tail: is the column of head, too",
        "comment = ,: must not be the delimiter");
    refused("{type: triples, data: d, train: t, head: 2}", "relation: is the column of head, too");
    refused(
        "{type: triples, data: d, train: t, tail: 2}", "tail = 2: is the column of relation, too");
    refused(
        "{type: hdf5}",
        "type = hdf5: must be one of csv, parquet, json, ignite, npy, npz, ogb, snap, triples, block-model");
  }

  @Test
  void settingsCrossTheWire() {
    for (String yaml :
        List.of(
            "{type: block-model, seed: 7}",
            "{type: csv, data: d, edges: {file: e}, vertices: {file: v, features: ['w*', 3]}}",
            "{type: ignite, vertexTypes: [{name: a, cache: A}], edgeTypes: [{name: e, from: a, to: a, query: q}]}",
            "{type: triples, data: d, train: t, test: s, keys: uuid, tail: o, comment: '#'}",
            "{type: npz, data: d, file: a.npz, split: {train: t}}")) {
      SourceSettings settings = Recorder.settings(yaml);
      assertThat(Recorder.settings(SettingsDocument.toJson((Record) settings))).isEqualTo(settings);
    }
  }
}
