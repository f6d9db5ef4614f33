// PocketBase as a peer of `npm run bench -- peers`: commits are durable, and an update of a user writes a log entry in
// the same transaction, as in the portal.
package main

import (
	"fmt"
	"log"
	"strconv"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{
		DBConnect: func(path string) (*dbx.DB, error) {
			// The default pragmas, but with commits that survive a power cut.
			return dbx.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)"+
				"&_pragma=journal_size_limit(200000000)&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)"+
				"&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)")
		},
	})
	app.OnRecordUpdateRequest("users").BindFunc(func(e *core.RecordRequestEvent) error {
		original := e.App
		defer func() { e.App = original }()
		return e.App.RunInTransaction(func(tx core.App) error {
			e.App = tx
			if err := e.Next(); err != nil {
				return err
			}
			changes, err := tx.FindCollectionByNameOrId("changes")
			if err != nil {
				return err
			}
			entry := core.NewRecord(changes)
			entry.Set("member", e.Record.Id)
			entry.Set("name", e.Record.GetString("name"))
			return tx.Save(entry)
		})
	})
	app.RootCmd.AddCommand(&cobra.Command{Use: "seed", Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
		count, err := strconv.Atoi(args[0])
		if err != nil {
			return err
		}
		return seed(app, count)
	}})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// seed creates the log's collection and `count` users, all with the password of the first.
func seed(app core.App, count int) error {
	changes := core.NewBaseCollection("changes")
	changes.Fields.Add(&core.TextField{Name: "member"}, &core.TextField{Name: "name"})
	if err := app.Save(changes); err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	first := core.NewRecord(users)
	first.SetEmail("seed@students.example")
	first.SetPassword("seed-password")
	if err := app.Save(first); err != nil {
		return err
	}
	_, err = app.DB().NewQuery(fmt.Sprintf(`
		with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < %d)
		insert into users (id, email, emailVisibility, name, password, tokenKey, verified, created, updated)
		select printf('seed%%011d', n), printf('seed%%d@students.example', n), false, printf('Seed %%d', n), password,
			printf('%%050d', n), false, created, updated
		from numbers, users where users.id = {:first}`, count)).Bind(dbx.Params{"first": first.Id}).Execute()
	return err
}
