// SPDX-License-Identifier: Apache-2.0

import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.SplittableRandom;

/** Fills the tables of the walkthrough, or lists the accounts that the model finds risky. */
public final class TransactionTables {
  private static final int ACCOUNTS = 1000;
  private static final int TRANSFERS = 6000;
  private static final String[] COUNTRIES = {"de", "fr", "it"};
  private static final long DAY = 86_400_000;

  private TransactionTables() {}

  /** Arguments: {@code fill} or {@code risky}, and the address of a server node. */
  public static void main(String[] arguments) throws SQLException {
    try (Connection cluster =
        DriverManager.getConnection("jdbc:ignite:thin://" + arguments[1])) {
      if (arguments[0].equals("fill")) {
        fill(cluster);
      } else {
        risky(cluster);
      }
    }
  }

  /** Risky accounts are young and pay each other. */
  private static void fill(Connection cluster) throws SQLException {
    try (Statement statement = cluster.createStatement()) {
      statement.executeUpdate(
          "CREATE TABLE Account (id BIGINT PRIMARY KEY, risk VARCHAR, opened DATE, balance DOUBLE, country VARCHAR)");
      statement.executeUpdate(
          "CREATE TABLE Transfer (id BIGINT PRIMARY KEY, payer BIGINT, payee BIGINT, amount REAL, paid TIMESTAMP)");
    }
    SplittableRandom random = new SplittableRandom(1);
    try (PreparedStatement account =
        cluster.prepareStatement("INSERT INTO Account VALUES (?, ?, ?, ?, ?)")) {
      for (int id = 0; id < ACCOUNTS; id++) {
        final long age = random.nextInt(risky(id) ? 2000 : 4000);
        account.setLong(1, id);
        account.setString(2, risky(id) ? "high" : "low");
        account.setDate(3, new Date(DAY * (19_000 - age)));
        account.setDouble(4, 10_000 * random.nextDouble());
        account.setString(5, COUNTRIES[random.nextInt(COUNTRIES.length)]);
        account.executeUpdate();
      }
    }
    try (PreparedStatement transfer =
        cluster.prepareStatement("INSERT INTO Transfer VALUES (?, ?, ?, ?, ?)")) {
      for (int id = 0; id < TRANSFERS; id++) {
        final int payer = random.nextInt(ACCOUNTS);
        int payee = random.nextInt(ACCOUNTS);
        while (random.nextInt(5) > 0 && risky(payee) != risky(payer)) {
          payee = random.nextInt(ACCOUNTS);
        }
        transfer.setLong(1, id);
        transfer.setLong(2, payer);
        transfer.setLong(3, payee);
        transfer.setFloat(4, 1 + random.nextInt(500));
        transfer.setTimestamp(5, new Timestamp(DAY * 19_000 + id * 60_000L));
        transfer.executeUpdate();
      }
    }
  }

  private static boolean risky(int account) {
    return account % 4 == 0;
  }

  /** The predictions are a view, which joins with the table. */
  private static void risky(Connection cluster) throws SQLException {
    try (Statement statement = cluster.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT a.id, a.country, p.label FROM Account a"
                    + " JOIN GRAPHEMBER.\"transactions.transactions.predictions\" p ON p.key = a.id"
                    + " WHERE p.label = 'high' ORDER BY a.id LIMIT 5")) {
      while (rows.next()) {
        System.out.printf("account %d of %s is risky%n", rows.getLong(1), rows.getString(2));
      }
    }
  }
}
