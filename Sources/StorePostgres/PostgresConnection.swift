import StoreSQL
