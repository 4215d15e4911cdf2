// SPDX-License-Identifier: Apache-2.0

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.client.api.predict.PredictedVertex;
import io.graphember.spi.error.GraphemberException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A bank: fills its tables, or opens accounts and scores each with its first transfers. */
public final class FraudStream {
  private static final int ACCOUNTS = 1000;
  private static final int TRANSFERS = 6000;
  private static final int FIRST_TRANSFERS = 4;

  private final Connection cluster;
  private final SplittableRandom random = new SplittableRandom(7);

  private FraudStream(Connection cluster) {
    this.cluster = cluster;
  }

  /**
   * Arguments: {@code fill} and the address of a server node, or {@code open}, the address and how
   * many accounts are opened.
   */
  public static void main(String[] arguments) throws SQLException {
    try (Connection cluster =
        DriverManager.getConnection("jdbc:ignite:thin://" + arguments[1])) {
      FraudStream bank = new FraudStream(cluster);
      if (arguments[0].equals("fill")) {
        bank.fill();
      } else {
        bank.open(arguments[1], Integer.parseInt(arguments[2]));
      }
    }
  }

  private void fill() throws SQLException {
    try (Statement statement = cluster.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE Account (id BIGINT PRIMARY KEY, fraud VARCHAR, age REAL, turnover REAL)");
      statement.executeUpdate(
          "CREATE TABLE Transfer (id BIGINT PRIMARY KEY, payer BIGINT, payee BIGINT)");
    }
    for (long account = 0; account < ACCOUNTS; account++) {
      final boolean fraud = fraud(account);
      insertAccount(account, fraud ? "yes" : "no", age(fraud), turnover(fraud));
    }
    for (long transfer = 0; transfer < TRANSFERS; transfer++) {
      final long payer = random.nextInt(ACCOUNTS);
      insertTransfer(transfer, payer, friend(fraud(payer)));
    }
  }

  /** Opens accounts, every second one of a fraud, and asks the model about each at once. */
  private void open(String address, int accounts) throws SQLException {
    try (GraphemberClient client = GraphemberClient.connect(address)) {
      for (int i = 0; i < accounts; i++) {
        final long account = ACCOUNTS + i;
        final boolean fraud = i % 2 == 0;
        final NewVertex vertex = new NewVertex(account, age(fraud), turnover(fraud));
        final long opened = System.nanoTime();
        insertAccount(account, null, vertex.features()[0], vertex.features()[1]);
        final List<NewEdge> edges = new ArrayList<>();
        for (int t = 0; t < FIRST_TRANSFERS; t++) {
          final long payer = friend(fraud);
          insertTransfer(TRANSFERS + (long) FIRST_TRANSFERS * i + t, payer, account);
          edges.add(new NewEdge(payer, account));
        }
        final PredictedVertex score = score(client, account, vertex, edges);
        System.out.printf(
            "account %d: fraud %s, probability %.2f, %d ms after it was opened%n",
            account,
            score.label(),
            score.probabilities()[score.classIndex()],
            (System.nanoTime() - opened) / 1_000_000);
      }
    }
  }

  /** An account that the graph has already is asked for by its key alone. */
  private static PredictedVertex score(
      GraphemberClient client, long account, NewVertex vertex, List<NewEdge> edges) {
    try {
      final PredictRequest given = PredictRequest.of(account).with(List.of(vertex), edges);
      return client.predict("bank", "fraud", given).vertices().get(0);
    } catch (GraphemberException e) {
      if (!e.code().equals("VERTEX_TWICE")) {
        throw e;
      }
      return client.predict("bank", "fraud", account);
    }
  }

  private static boolean fraud(long account) {
    return account % 4 == 0;
  }

  private float age(boolean fraud) {
    return random.nextInt(fraud ? 20 : 40) / 20f;
  }

  private float turnover(boolean fraud) {
    return random.nextInt(100) / 100f + (fraud ? 0.5f : 0);
  }

  /** An account that trades with a fraud, or with nobody of these, four times of five. */
  private long friend(boolean fraud) {
    long account = random.nextInt(ACCOUNTS);
    while (random.nextInt(5) > 0 && fraud(account) != fraud) {
      account = random.nextInt(ACCOUNTS);
    }
    return account;
  }

  private void insertAccount(long id, String fraud, float age, float turnover)
      throws SQLException {
    try (PreparedStatement row = cluster.prepareStatement("INSERT INTO Account VALUES (?, ?, ?, ?)")) {
      row.setLong(1, id);
      row.setString(2, fraud);
      row.setFloat(3, age);
      row.setFloat(4, turnover);
      row.executeUpdate();
    }
  }

  private void insertTransfer(long id, long payer, long payee) throws SQLException {
    try (PreparedStatement row = cluster.prepareStatement("INSERT INTO Transfer VALUES (?, ?, ?)")) {
      row.setLong(1, id);
      row.setLong(2, payer);
      row.setLong(3, payee);
      row.executeUpdate();
    }
  }
}
