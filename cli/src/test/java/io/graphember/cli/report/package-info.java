// SPDX-License-Identifier: Apache-2.0
/** Tests. */
package io.graphember.cli.report;
