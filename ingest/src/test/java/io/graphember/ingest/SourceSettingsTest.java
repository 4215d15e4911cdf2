// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsDocument;
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
        "{format: csv, vertices: {file: v.csv, split: s}, split: {train: t}}",
        "data: is needed with format: csv",
        "edges.file: is needed with format: csv",
        "split = {train: ...}: and vertices.split both say the splits; leave one out");
    refused(
        "{format: csv, data: d, edges: {file: e}, vertices: {file: v, labelSeparator: '|', targets: [a]}}",
        "vertices.labelSeparator = |: needs label, the column of the classes",
        "vertices.targets = [a]: and labelSeparator both say what is predicted; leave one out");
    refused("format: ogb", "data: is needed with format: ogb");
    refused(
        "{format: ogb, data: d, keys: string, edges: {file: e}, vertices: {file: v}, split: {}}",
        "vertices = {file: ...}: goes with format: csv, parquet or ignite only",
        "edges = {file: ...}: goes with format: csv, parquet, snap or ignite only",
        "split = {}: goes with format: csv, parquet, snap, npy or npz only",
        "keys = string: must be int64 with format: ogb, whose keys are row numbers");
    refused(
        "{format: block-model, data: d, keys: int64, splitName: s}",
        "data = d: is not used with format: block-model",
        "splitName = s: goes with format: ogb only",
        "keys = int64: must be string with format: block-model");
    refused(
        "{format: csv, data: d, edges: {file: e.csv, delimiter: '#', comment: '#'},"
            + " vertices: {file: v.tsv, comment: \"\\t\"}}",
        "vertices.comment = \\t: must not be the delimiter".replace("\\t", " "),
        "edges.comment = #: must not be the delimiter");
    refused(
        "{format: csv, data: d, edges: {file: e.csv, delimiter: '\"', comment: ab}}",
        "edges.delimiter = \": must be one character or the word tab",
        "edges.comment = ab: must be one character");
    refused(
        "{format: block-model, blockModel: {words: 5}}",
        "blockModel.words = 5: must be at least classes: every class has a word of its own");
    refused(
        "{format: hdf5}",
        "format = hdf5: must be one of ogb, csv, snap, parquet, npy, npz, ignite, block-model");
  }

  @Test
  void keysHaveTheFormatsOwnKind() {
    assertThat(Recorder.settings("{format: ogb, data: d}").keyKind()).isEqualTo(KeyKind.INT64);
    assertThat(Recorder.settings("{format: block-model}").keyKind()).isEqualTo(KeyKind.STRING);
    assertThat(
            Recorder.settings("{format: csv, data: d, keys: string, edges: {file: e}}").keyKind())
        .isEqualTo(KeyKind.STRING);
  }

  @Test
  void settingsCrossTheWire() {
    for (String yaml :
        List.of(
            "{format: block-model, blockModel: {seed: 7}}",
            "{format: csv, data: d, edges: {file: e}, vertices: {file: v, features: ['w*', 3]}}")) {
      SourceSettings settings = Recorder.settings(yaml);
      assertThat(Recorder.settings(SettingsDocument.toJson(settings))).isEqualTo(settings);
    }
  }
}
