// SPDX-License-Identifier: Apache-2.0
/** Published results to files, row by row. */
package io.graphember.cli.export;
