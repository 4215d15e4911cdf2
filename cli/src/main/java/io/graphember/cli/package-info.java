// SPDX-License-Identifier: Apache-2.0
/** The {@code graphember} command: options, exit codes, the terminal. */
package io.graphember.cli;
