// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.client.JobFile;
import io.graphember.spi.CounterRandom;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.task.RegressionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  private static final int VERTICES = 60;
  private static final int LONG_EDGES = 1 << 14;

  private final TestConsole console = new TestConsole();

  @TempDir Path folder;
  private Path job;

  @BeforeEach
  void nameIt() {
    job = folder.resolve("job.yaml");
  }

  /** Accounts in two groups; of some the age is not known. */
  private void writeAccounts() throws IOException {
    final StringBuilder accounts = new StringBuilder("id;risk;age;balance;country;remark\n");
    final StringBuilder transfers = new StringBuilder("payer,payee,amount\n");
    for (int i = 0; i < VERTICES; i++) {
      accounts.append(
          "acc-%d;%s;%s;%.2f;%s;remark number %d\n"
              .formatted(
                  i,
                  i % 2 == 0 ? "high" : "low",
                  i % 7 == 0 ? "" : 20 + i % 50,
                  1000 * CounterRandom.unitDouble(CounterRandom.bits(5, i)),
                  i % 3 == 0 ? "NO" : "SE",
                  i));
      for (int k = 0; k < 4; k++) {
        transfers.append(
            "acc-%d,acc-%d,%d\n"
                .formatted(
                    i,
                    (i + 2 + 2 * CounterRandom.bounded(CounterRandom.bits(6, 4L * i + k), 20))
                        % VERTICES,
                    1 + k));
      }
    }
    Files.writeString(folder.resolve("accounts.csv"), accounts);
    Files.writeString(folder.resolve("transfers.csv"), transfers);
  }

  private int init(String... arguments) {
    final String[] all = new String[arguments.length + 3];
    all[0] = "init";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    all[all.length - 2] = "-o";
    all[all.length - 1] = job.toString();
    return console.run(all);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void whatItWritesRuns() throws IOException {
    writeAccounts();
    assertThat(init("--vertices", file("accounts.csv"), "--edges", file("transfers.csv")))
        .as(console.err())
        .isZero();
    assertThat(Files.readString(job))
        .contains(
            "name: accounts\n",
            "  data: '.' ",
            "  keys: string ",
            "    delimiter: ';'\n",
            "    label: risk              # classes: high, low\n",
            "    features: [age, balance]\n",
            "    missing: mean ",
            "    oneHot: [country]\n",
            "    # left out: [remark]",
            "    source: payer\n    destination: payee\n    # weight: amount ",
            "  split: {train: 0.6, valid: 0.2, test: 0.2} ");
    assertThat(console.run("run", job.toString(), "--set", "training.epochs=1"))
        .as(console.err())
        .isZero();
    assertThat(console.out()).contains("accounts: 60 vertices", "text keys");
  }

  @Test
  void longFilesAreLookedAtToo() throws IOException {
    Files.writeString(
        folder.resolve("long.csv"), "payer;payee\n" + "1007;1009\n".repeat(LONG_EDGES));
    assertThat(init("--edges", file("long.csv"))).as(console.err()).isZero();
    assertThat(Files.readString(job)).contains("delimiter: ';'\n", "source: payer\n");
  }

  @Test
  void itAsksForFilesThatAreNotGiven() throws IOException {
    writeAccounts();
    console.types(file("transfers.csv"), "");
    assertThat(init()).as(console.err()).isZero();
    assertThat(JobFile.read(job).settings().job()).isInstanceOf(EmbedJob.class);
    assertThat(Files.readString(job)).contains("name: transfers\n").doesNotContain("vertices:");
  }

  @Test
  void whatIsSaidIsNotGuessed() throws IOException {
    writeAccounts();
    assertThat(
            init(
                "--vertices",
                file("accounts.csv"),
                "--edges",
                file("transfers.csv"),
                "--label",
                "balance",
                "--name",
                "riches"))
        .as(console.err())
        .isZero();
    assertThat(JobFile.read(job).settings().train().task()).isInstanceOf(RegressionSettings.class);
    assertThat(Files.readString(job))
        .contains("name: riches\n", "    targets: [balance] ", "    oneHot: [risk, country]\n");
  }

  @Test
  void filesWithoutAHeaderGoByNumbers() throws IOException {
    Files.writeString(folder.resolve("pairs.txt"), "1 2\n2 3\n3 1\n");
    assertThat(init("--edges", file("pairs.txt"))).as(console.err()).isZero();
    assertThat(Files.readString(job))
        .contains(
            "keys: int64 ", "    header: false ", "    delimiter: ' '\n", "    source: '1'\n");
    assertThat(console.run("embed", job.toString(), "--set", "embedding.epochs=1"))
        .as(console.err())
        .isZero();
  }

  @Test
  void refusesColumnsThatAreNotThere() throws IOException {
    writeAccounts();
    for (String option : List.of("--key", "--label")) {
      assertThat(
              init(
                  "--vertices",
                  file("accounts.csv"),
                  "--edges",
                  file("transfers.csv"),
                  option,
                  "risc"))
          .isEqualTo(2);
      assertThat(console.err())
          .contains(
              "error INPUT_COLUMN_MISSING: ", "there is no column risc, the nearest is risk;");
    }
    assertThat(init("--edges", file("transfers.csv"), "--destination", "paye")).isEqualTo(2);
    assertThat(console.err()).contains("there is no column paye, the nearest is paye");
    Files.writeString(folder.resolve("empty.csv"), "");
    assertThat(init("--edges", file("empty.csv"))).isEqualTo(2);
    assertThat(console.err()).contains("empty.csv:1: there is no header, the file is empty.");
    assertThat(job).doesNotExist();
  }

  @Test
  void refusesWhatItCannotDo() throws IOException {
    assertThat(init()).isEqualTo(2);
    assertThat(console.err()).contains("--edges is missing: a graph needs a file of its edges.");
    assertThat(init("--edges", file("none.csv"))).isEqualTo(2);
    assertThat(console.err()).contains("error INPUT_MISSING: ");
    assertThat(job).doesNotExist();
    Files.writeString(job, "mine");
    assertThat(init("--edges", file("none.csv"))).isEqualTo(2);
    assertThat(console.err()).contains("error OUTPUT_EXISTS: ");
    assertThat(job).hasContent("mine");
  }
}
