// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.message;

/** The answer that says only that the work is done. */
public enum Done {
  DONE
}
